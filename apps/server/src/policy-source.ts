import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, policyFileName } from '@countersign/config';
import type { JsonObject, PolicyOutcome } from '@countersign/contract';
import type {
  ControlPlane,
  EditablePolicy,
  Gate,
  LoadedPolicy,
  PolicyFileNow,
  RulesFilePort,
  SavedPolicy,
} from '@countersign/control-plane';
import {
  type CallToDecide,
  compilePolicy,
  type DraftedRules,
  denyCommands,
  emptyPolicy,
  type Files,
  type Policy,
  type PolicyFile,
  policyGate,
  type RuleText,
  ruleTexts,
  type Verdict,
  type Workspace,
} from '@countersign/policy';
import type { Logger } from 'pino';
import { loadText } from './policy-thread/policy-job.ts';
import { runPolicyJob } from './policy-thread/run-policy-job.ts';
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
  /** The rules in force as they are written: read once for each text. */
  #written: { readonly text: string | null; readonly rules: ReadonlyMap<string, RuleText> } = {
    text: null,
    rules: new Map(),
  };

  private constructor(config: Config, files: Files) {
    this.#path = config.policyFile ?? join(config.dataDir, policyFileName);
    this.#approvalSeconds = config.approvalSeconds;
    this.deniedCommands = config.toolLimits.bashDenylist;
    this.#file = new RulesFile(this.#path, {
      noun: 'policy',
      none: denyCommands(emptyPolicy, this.deniedCommands),
      load: (text) => {
        const loaded = loadText(text, this.#path);
        return loaded.ok ? { ok: true, rules: denyCommands(loaded.policy, this.deniedCommands) } : loaded;
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

  async load(text: string): Promise<LoadedPolicy> {
    try {
      const loaded = await runPolicyJob({ kind: 'load', text, fileName: this.#path });
      return loaded.ok ? { ok: true, policy: this.#compile(loaded.file) } : loaded;
    } catch (error) {
      return { ok: false, problems: [{ line: 1, column: 1, message: (error as Error).message }] };
    }
  }

  async draft(
    call: CallToDecide,
    verdict: Verdict,
    outcome: PolicyOutcome,
    example: JsonObject | null,
  ): Promise<DraftedRules> {
    const { text } = this.#file.now;
    const { deniedCommands } = this;
    const about = { call, verdict, outcome, example, text, fileName: this.#path, deniedCommands };
    try {
      return await runPolicyJob({ kind: 'draft', ...about });
    } catch (error) {
      return { drafts: [], note: `The policy file is hard to add to: ${(error as Error).message}.` };
    }
  }

  policyOf({ file }: DraftedRules['drafts'][number]): Policy {
    return this.#compile(file);
  }

  gateBy(policy: Policy): ReturnType<typeof policyGate> {
    return this.#gateBy(() => policy);
  }

  async readFile(): Promise<PolicyFileNow> {
    await this.#file.look();
    const { text, textInForce, problems } = this.#file.now;
    if (this.#written.text !== textInForce)
      this.#written = { text: textInForce, rules: textInForce === null ? new Map() : ruleTexts(textInForce) };
    return {
      path: this.#path,
      text,
      textHash: hashOf(text),
      ruleTexts: this.#written.rules,
      isInForce: text === textInForce,
      problems,
      unwritable: whyNotReplaceable(this.#path),
    };
  }

  async save(text: string, textHash: string): Promise<SavedPolicy> {
    const loaded = await this.load(text);
    const before = this.inForce.version;
    const saved = this.#saveNow(text, textHash, loaded);
    await this.#file.look();
    return saved ?? { kind: 'saved', before, version: this.inForce.version, textHash: hashOf(text) };
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

  /** Nothing waits between the look at the file and the change of it: of two who save at once here, one comes second. */
  #saveNow(text: string, textHash: string, loaded: LoadedPolicy): SavedPolicy | null {
    try {
      const present = this.#readText();
      if (present === text) return { kind: 'same' };
      if (hashOf(present) !== textHash) return { kind: 'changed' };
      if (!loaded.ok) return { kind: 'refused', problems: loaded.problems };
      const reason = whyNotReplaceable(this.#path);
      if (reason !== null) return { kind: 'unwritable', reason };
      replaceFile(this.#path, text);
      return null;
    } catch (error) {
      return { kind: 'unwritable', reason: reasonOf(error) };
    }
  }

  #compile(file: PolicyFile): Policy {
    const policy = compilePolicy(file, this.#path);
    if (policy === null) throw new Error('a policy that was loaded can be compiled');
    return denyCommands(policy, this.deniedCommands);
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

function hashOf(text: string | null): string {
  return text === null ? noTextHash : createHash('sha256').update(text).digest('hex');
}
