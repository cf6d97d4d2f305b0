import type { RiskLevel } from '@countersign/contract';
import { isAbove, type Level, riskOf } from '../judgement/level.ts';
import { levelOf, type Part } from '../judgement/part.ts';
import type { CallToDecide, Outcome } from '../verdict.ts';
import type { Policy, Rule } from './policy.ts';

/** What a rule of the policy file says of a part. */
export type RuleMatch = {
  readonly ruleId: string;
  readonly outcome: Outcome;
  readonly reason: string;
  /** Of an `ask`: at least this risk. */
  readonly risk?: RiskLevel;
  /** Of an `ask`: how long a person has; null for no limit. */
  readonly timeoutSeconds?: number | null;
};

/**
 * Every rule that has a say about a part, in the order of the file. The level is the built-in one; without it that of
 * the part, and HIGH where there is no part to look at. An `allow` has no say above its `up_to`.
 */
export function matchRules(
  policy: Policy,
  call: CallToDecide,
  part: Part | null,
  level: Level = part === null ? 'HIGH' : levelOf(part),
): RuleMatch[] {
  return covering(policy, call, part, level)
    .filter((rule) => !isHeldBack(rule, level))
    .map(({ id, outcome, reason, risk, timeoutSeconds }) => ({
      ruleId: id,
      outcome,
      reason,
      ...(risk === undefined ? {} : { risk }),
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    }));
}

/** The `allow` rules that would match, had the part not more risk than they let through: for whoever asks why. */
export function heldBackRules(policy: Policy, call: CallToDecide, part: Part | null, level: Level): Rule[] {
  return covering(policy, call, part, level).filter((rule) => isHeldBack(rule, level));
}

function covering(policy: Policy, call: CallToDecide, part: Part | null, level: Level): Rule[] {
  const subject = { call, part, risk: riskOf(level) };
  return policy.rules.filter((rule) => rule.covers(subject));
}

function isHeldBack({ outcome, upTo }: Rule, level: Level): boolean {
  return outcome === 'allow' && isAbove(level, upTo);
}
