import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@countersign/config';
import { type ControlPlane, type Gate, systemEvent } from '@countersign/control-plane';
import { localToolDefinitions } from '@countersign/local-tools';
import {
  decide,
  emptyPolicy,
  exampleWorkspace,
  type Files,
  loadPolicy,
  type Policy,
  type Problem,
  policyGate,
  problemText,
  requestJudge,
  type Workspace,
} from '@countersign/policy';
import type { Logger } from 'pino';

/** How often the file is looked at; editors replace files, which other ways of watching lose sight of. */
const lookEveryMs = 1000;

/**
 * G6: the policy in force, and the gate that goes by it. A file that changes for the better applies to new calls; a
 * broken one keeps the old policy and says so. At the start a broken file stops it: nothing runs by rules nobody meant.
 */
export class PolicySource {
  readonly gate: Gate;
  readonly workspace: Workspace;
  readonly #file: string;
  readonly #judge = requestJudge(localToolDefinitions);
  #policy: Policy = emptyPolicy;
  #text: string | null = null;
  #plane: ControlPlane | null = null;
  #log: Logger | null = null;
  #saying: Promise<void> = Promise.resolve();

  private constructor(config: Config, files: Files) {
    this.#file = config.policyFile ?? join(config.dataDir, 'policy.yaml');
    this.workspace = { roots: config.toolAllowedRoots, home: config.homeDir, forbidden: [config.dataDir], files };
    this.gate = policyGate({
      policy: () => this.#policy,
      workspace: this.workspace,
      approvalSeconds: config.approvalSeconds,
    });
  }

  static open(config: Config, files: Files): PolicySource {
    const source = new PolicySource(config, files);
    if (config.policyFile !== null) {
      const loaded = source.#load(readFileSync(config.policyFile, 'utf8'));
      if (!loaded.ok) throw new Error(refusal(config.policyFile, loaded.problems));
      source.#policy = loaded.policy;
    }
    return source;
  }

  /** From now on changes of the file apply, and are events. */
  start(plane: ControlPlane, log: Logger): void {
    this.#plane = plane;
    this.#log = log;
    watchFile(this.#file, { interval: lookEveryMs, persistent: false }, () => void this.look());
  }

  /** Reads the file if it is another than before. Resolves once that is recorded. */
  async look(): Promise<void> {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (error) {
      if (this.#text !== null)
        this.#refuse([
          {
            line: 1,
            column: 1,
            message: `it cannot be read any more (${(error as NodeJS.ErrnoException).code}). Put it back, or write another`,
          },
        ]);
      this.#text = null;
      return this.#saying;
    }
    if (text === this.#text) return this.#saying;
    const loaded = this.#load(text);
    if (!loaded.ok) this.#refuse(loaded.problems);
    else if (loaded.policy.version !== this.#policy.version) this.#change(loaded.policy);
    return this.#saying;
  }

  async close(): Promise<void> {
    unwatchFile(this.#file);
    await this.#saying;
  }

  #load(text: string) {
    this.#text = text;
    return loadPolicy(text, this.#file, (policy, example) =>
      this.#judge(example, (call) => decide(policy, call, exampleWorkspace)),
    );
  }

  #change(policy: Policy): void {
    const before = this.#policy.version;
    this.#policy = policy;
    this.#log?.info({ version: policy.version, rules: policy.rules.length }, 'the policy changed');
    this.#say('policy.changed', { version: policy.version, before, rules: policy.rules.length, file: this.#file });
  }

  #refuse(problems: readonly Problem[]): void {
    const shown = problems.map((problem) => problemText(this.#file, problem));
    this.#log?.error(
      { problems: shown, version: this.#policy.version },
      'the policy file is broken; the policy before it stays in force',
    );
    this.#say('policy.refused', { version: this.#policy.version, problems: shown });
  }

  #say(type: 'policy.changed' | 'policy.refused', data: Record<string, string | number | string[]>): void {
    const plane = this.#plane;
    if (!plane) return;
    const event = systemEvent(type, 'system', plane.clock.now(), 'policy', data);
    this.#saying = this.#saying
      .then(() => plane.store.commit({ guard: { kind: 'none' }, events: [event] }))
      .then(
        () => undefined,
        (error: unknown) => this.#log?.error({ err: error }, 'a change of the policy could not be recorded'),
      );
  }
}

function refusal(file: string, problems: readonly Problem[]): string {
  return [
    'The policy file is broken:',
    ...problems.map((problem) => `  ${problemText(file, problem)}`),
    'Mend it (countersign policy lint FILE tells more), or set COUNTERSIGN_POLICY to another.',
  ].join('\n');
}
