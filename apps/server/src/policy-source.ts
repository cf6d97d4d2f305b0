import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, policyFileName } from '@countersign/config';
import type {
  ControlPlane,
  EditablePolicy,
  Gate,
  PolicyFileNow,
  RulesFilePort,
  SavedPolicy,
} from '@countersign/control-plane';
import { localToolDefinitions } from '@countersign/local-tools';
import {
  decide,
  denyCommands,
  emptyPolicy,
  exampleWorkspace,
  type Files,
  loadPolicy,
  type ParsedPolicy,
  type Policy,
  policyGate,
  requestJudge,
  type Workspace,
} from '@countersign/policy';
import type { Logger } from 'pino';
import { reasonOf, replaceFile, whyNotReplaceable } from './replace-file.ts';
import { RulesFile } from './rules-file.ts';

/** Names that there is no file. */
const noTextHash = 'none';

/** G6: the policy in force, and the gate that goes by it. */
export class PolicySource implements EditablePolicy {
  readonly gate: Gate;
  readonly workspace: Workspace;
  readonly deniedCommands: readonly string[];
  readonly #path: string;
  readonly #approvalSeconds: Config['approvalSeconds'];
  readonly #file: RulesFile<Policy>;

  private constructor(config: Config, files: Files) {
    this.#path = config.policyFile ?? join(config.dataDir, policyFileName);
    this.#approvalSeconds = config.approvalSeconds;
    this.deniedCommands = config.toolLimits.bashDenylist;
    this.#file = new RulesFile(this.#path, {
      noun: 'policy',
      none: denyCommands(emptyPolicy, this.deniedCommands),
      load: (text) => {
        const loaded = this.load(text);
        return loaded.ok ? { ok: true, rules: loaded.policy } : loaded;
      },
      countsOf: ({ rules }) => ({ rules: rules.length }),
    });
    this.workspace = { roots: config.toolAllowedRoots, home: config.homeDir, forbidden: [config.dataDir], files };
    this.gate = this.#gateBy(() => this.inForce);
  }

  static open(config: Config, files: Files): PolicySource {
    const source = new PolicySource(config, files);
    if (config.policyFile !== null)
      source.#file.open('Mend it (countersign policy lint FILE tells more), or set COUNTERSIGN_POLICY to another.');
    return source;
  }

  get inForce(): Policy {
    return this.#file.rules;
  }

  load(text: string): ParsedPolicy {
    const loaded = loadPolicy(text, this.#path, (policy, example) =>
      judgeExample(example, (call) => decide(policy, call, exampleWorkspace)),
    );
    return loaded.ok ? { ok: true, policy: denyCommands(loaded.policy, this.deniedCommands) } : loaded;
  }

  gateBy(policy: Policy): ReturnType<typeof policyGate> {
    return this.#gateBy(() => policy);
  }

  async readFile(): Promise<PolicyFileNow> {
    await this.#file.look();
    const { now } = this.#file;
    return { ...now, path: this.#path, textHash: hashOf(now.text), unwritable: whyNotReplaceable(this.#path) };
  }

  /** Nothing waits between the look at the file and the change of it: of two who save at once here, one comes second. */
  async save(text: string, textHash: string): Promise<SavedPolicy> {
    const before = this.inForce.version;
    try {
      const present = this.#readText();
      if (present === text) {
        await this.#file.look();
        return { kind: 'same' };
      }
      if (hashOf(present) !== textHash) return { kind: 'changed' };
      const loaded = this.load(text);
      if (!loaded.ok) return { kind: 'refused', problems: loaded.problems };
      const reason = whyNotReplaceable(this.#path);
      if (reason !== null) return { kind: 'unwritable', reason };
      replaceFile(this.#path, text);
    } catch (error) {
      return { kind: 'unwritable', reason: reasonOf(error) };
    }
    await this.#file.look();
    return { kind: 'saved', before, version: this.inForce.version, textHash: hashOf(text) };
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

  #gateBy(policy: () => Policy): ReturnType<typeof policyGate> {
    return policyGate({ policy, workspace: this.workspace, approvalSeconds: this.#approvalSeconds });
  }

  #readText(): string | null {
    try {
      return readFileSync(this.#path, 'utf8');
    } catch (error) {
      if (reasonOf(error) === 'ENOENT') return null;
      throw error;
    }
  }
}

const judgeExample = requestJudge(localToolDefinitions);

function hashOf(text: string | null): string {
  return text === null ? noTextHash : createHash('sha256').update(text).digest('hex');
}
