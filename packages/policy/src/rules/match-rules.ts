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
  /** Whether what it lets run may use the network. */
  readonly network?: boolean;
  /** Of an `ask`: how long a person has; null for no limit. */
  readonly timeoutSeconds?: number | null;
};

/**
 * Every rule that has a say about a part, in the order of the file. A rule about paths that the part may use without
 * naming them asks, also where it would deny: a person can see what code cannot. The level is the built-in one; without it that of
 * the part, and HIGH where there is no part to look at. An `allow` has no say above its `up_to`.
 */
export function matchRules(
  policy: Policy,
  call: CallToDecide,
  part: Part | null,
  level: Level = part === null ? 'HIGH' : levelOf(part),
): RuleMatch[] {
  const subject = { call, part, risk: riskOf(level) };
  return policy.rules.flatMap((rule): RuleMatch[] => {
    if (rule.covers(subject)) return isHeldBack(rule, level) ? [] : [sayOf(rule)];
    if (!rule.mayCover(subject)) return [];
    return [
      { ...sayOf(rule), outcome: 'ask', reason: `${rule.reason} This may reach what the rule ${rule.id} is about.` },
    ];
  });
}

/** The `allow` rules that would match, had the part not more risk than they let through: for whoever asks why. */
export function heldBackRules(policy: Policy, call: CallToDecide, part: Part | null, level: Level): Rule[] {
  const subject = { call, part, risk: riskOf(level) };
  return policy.rules.filter((rule) => isHeldBack(rule, level) && rule.covers(subject));
}

function sayOf({ id, outcome, reason, risk, network, timeoutSeconds }: Rule): RuleMatch {
  return {
    ruleId: id,
    outcome,
    reason,
    ...(risk === undefined ? {} : { risk }),
    ...(network === undefined ? {} : { network }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  };
}

function isHeldBack({ outcome, upTo }: Rule, level: Level): boolean {
  return outcome === 'allow' && isAbove(level, upTo);
}
