import type { ParsedPolicy, Policy, Problem, policyGate, Workspace } from '@countersign/policy';

/** The file in which people write their rules, as it is now. */
export type PolicyFileNow = {
  readonly path: string;
  /** Null where there is none. */
  readonly text: string | null;
  /** Names that text, and that there is none. */
  readonly textHash: string;
  /** The text of the rules in force: another one where the file was broken since. Null where they come from no file. */
  readonly textInForce: string | null;
  /** Why the file is not in force as it is. */
  readonly problems: readonly Problem[];
  /** Why it cannot be written, as the system says it; null where it can be. */
  readonly unwritable: string | null;
};

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
  /** A text as a policy, checked as at a start, with what settings deny. */
  load(text: string): ParsedPolicy;
  /** Judges as the gate does, by another policy. */
  gateBy(policy: Policy): ReturnType<typeof policyGate>;
  /** Puts the text in the place of the one that is named by its hash. What is saved is in force. */
  save(text: string, textHash: string): Promise<SavedPolicy>;
};
