import type { JsonObject, PolicyOutcome } from '@countersign/contract';
import type {
  CallToDecide,
  DraftedRules,
  Policy,
  Problem,
  policyGate,
  RuleText,
  Verdict,
  Workspace,
} from '@countersign/policy';

/** The file in which people write their rules, as it is now. */
export type PolicyFileNow = {
  readonly path: string;
  /** Null where there is none. */
  readonly text: string | null;
  /** Names that text, and that there is none. */
  readonly textHash: string;
  /** The rules in force as they are written, by id. */
  readonly ruleTexts: ReadonlyMap<string, RuleText>;
  /** False where the rules in force were read from another text: it was broken since, or went away. */
  readonly isInForce: boolean;
  /** Why the file is not in force as it is. */
  readonly problems: readonly Problem[];
  /** Why it cannot be written, as the system says it; null where it can be. */
  readonly unwritable: string | null;
};

export type LoadedPolicy =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export type SavedPolicy =
  | { readonly kind: 'saved'; readonly before: string; readonly version: string; readonly textHash: string }
  /** The file held that text already. */
  | { readonly kind: 'same' }
  /** It holds another text than the one that was named. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  | { readonly kind: 'unwritable'; readonly reason: string };

/** G6: the policy in force, the file that it is kept in, and ways to try out another. */
export type EditablePolicy = {
  readonly inForce: Policy;
  /** Commands that settings deny, whatever the file says. */
  readonly deniedCommands: readonly string[];
  /** Where calls are judged. */
  readonly workspace: Workspace;
  /** Looks at the file first, so that what is said of it is so. */
  readFile(): Promise<PolicyFileNow>;
  /** A text as a policy, checked as at a start, with what settings deny. Long ones are read while others are served. */
  load(text: string): Promise<LoadedPolicy>;
  /** Rules about a call that was decided by the policy in force, each tried out with the file as it is. */
  draft(
    call: CallToDecide,
    verdict: Verdict,
    outcome: PolicyOutcome,
    /** The call as an example; null where it may not be written down. */
    example: JsonObject | null,
  ): Promise<DraftedRules>;
  /** The policy of a draft. */
  policyOf(draft: DraftedRules['drafts'][number]): Policy;
  /** Judges as the gate does, by another policy. */
  gateBy(policy: Policy): ReturnType<typeof policyGate>;
  /** Puts the text in the place of the one that is named by its hash. What is saved is in force. */
  save(text: string, textHash: string): Promise<SavedPolicy>;
};
