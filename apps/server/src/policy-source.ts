import { join } from 'node:path';
import { type Config, policyFileName } from '@countersign/config';
import type { ControlPlane, Gate, RulesFilePort } from '@countersign/control-plane';
import { localToolDefinitions } from '@countersign/local-tools';
import {
  decide,
  denyCommands,
  emptyPolicy,
  exampleWorkspace,
  type Files,
  loadPolicy,
  type Policy,
  policyGate,
  requestJudge,
  type Workspace,
} from '@countersign/policy';
import type { Logger } from 'pino';
import { RulesFile } from './rules-file.ts';

/** G6: the policy in force, and the gate that goes by it. */
export class PolicySource {
  readonly gate: Gate;
  readonly workspace: Workspace;
  readonly #file: RulesFile<Policy>;

  private constructor(config: Config, files: Files) {
    const path = config.policyFile ?? join(config.dataDir, policyFileName);
    const judge = requestJudge(localToolDefinitions);
    const withDenied = (policy: Policy): Policy => denyCommands(policy, config.toolLimits.bashDenylist);
    this.#file = new RulesFile(path, {
      noun: 'policy',
      none: withDenied(emptyPolicy),
      load(text) {
        const loaded = loadPolicy(text, path, (policy, example) =>
          judge(example, (call) => decide(policy, call, exampleWorkspace)),
        );
        return loaded.ok ? { ok: true, rules: withDenied(loaded.policy) } : loaded;
      },
      countsOf: ({ rules }) => ({ rules: rules.length }),
    });
    this.workspace = { roots: config.toolAllowedRoots, home: config.homeDir, forbidden: [config.dataDir], files };
    this.gate = policyGate({
      policy: () => this.#file.rules,
      workspace: this.workspace,
      approvalSeconds: config.approvalSeconds,
    });
  }

  static open(config: Config, files: Files): PolicySource {
    const source = new PolicySource(config, files);
    if (config.policyFile !== null)
      source.#file.open('Mend it (countersign policy lint FILE tells more), or set COUNTERSIGN_POLICY to another.');
    return source;
  }

  start(plane: ControlPlane, log: Logger): void {
    this.#file.start(plane, log);
  }

  get health(): RulesFilePort {
    return this.#file.health;
  }

  look(): Promise<void> {
    return this.#file.look();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
