import type { RiskLevel } from '@countersign/contract';
import type { Part } from '../judgement/part.ts';
import type { CallToDecide } from '../verdict.ts';

/** What a rule looks at: one part of a call, or the call itself where it has no parts. */
export type RuleSubject = {
  readonly call: CallToDecide;
  readonly part: Part | null;
  /** The built-in risk, before any rule. */
  readonly risk: RiskLevel;
};
