import type { JsonObject, RiskLevel } from '@countersign/contract';
import type { Outcome } from '../verdict.ts';
import type { RuleSubject } from './rule-subject.ts';

/** Rules as they are used: read from a file, checked, with their matchers compiled. */
export type Policy = {
  /** Names what the rules say: the same for two files that differ in comments and layout only. */
  readonly version: string;
  /** Where they come from, for messages; null for no file. */
  readonly fileName: string | null;
  readonly rules: readonly Rule[];
};

export type Rule = {
  readonly id: string;
  readonly outcome: Outcome;
  /** The rule's description, or a sentence made from its matcher. */
  readonly reason: string;
  readonly covers: (subject: RuleSubject) => boolean;
  /** Of an `ask` or `deny` about paths: whether the part may use such a path, though none is named. */
  readonly mayCover: (subject: RuleSubject) => boolean;
  /** The highest built-in risk that an `allow` lets through. */
  readonly upTo: RiskLevel;
  /** Of an `ask`: at least this risk. */
  readonly risk: RiskLevel | undefined;
  /** Whether what it lets run may use the network; undefined where the rule does not say. */
  readonly network: boolean | undefined;
  /** Of an `ask`: how long a person has; null for no limit, undefined for the default of the risk. */
  readonly timeoutSeconds: number | null | undefined;
  readonly examples: readonly Example[];
};

/** A call with the outcome that the whole policy is to give it, checked whenever the file is loaded. */
export type Example = {
  readonly tool: string;
  readonly params: JsonObject;
  readonly outcome: Outcome;
  readonly risk: RiskLevel | undefined;
  readonly agentId: string;
  readonly sessionId: string;
  readonly projectId: string;
  readonly line: number;
  readonly column: number;
};

/** No rules: the built-in judgement alone decides. */
export const emptyPolicy: Policy = { version: 'builtin', fileName: null, rules: [] };
