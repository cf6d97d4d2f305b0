import type { Level } from '../judgement/level.ts';
import { type Effect, type Finding, levelOf, type PathUse } from '../judgement/part.ts';
import type { CallToDecide, MatchedRule, Outcome, Verdict } from '../verdict.ts';
import { heldBackRules } from './match-rules.ts';
import type { Policy, Rule } from './policy.ts';

type ExplainedPart = {
  readonly level: Level;
  readonly argv: readonly string[] | null;
  readonly command: string | null;
  readonly subcommand: string | null;
  readonly paths: readonly PathUse[];
  readonly effects: readonly Effect[];
  readonly findings: readonly Finding[];
};

/** Why a call is decided as it is. Its texts may quote real arguments: mask them where others read them (G8). */
export type ExplainedVerdict = {
  readonly outcome: Outcome;
  readonly risk: Verdict['risk'];
  readonly ruleId: string;
  readonly reasons: readonly string[];
  /** Every rule that had a say. */
  readonly matched: readonly MatchedRule[];
  /** Rules that would allow, were the part not above what they let through: often what somebody looks for. */
  readonly heldBack: readonly { readonly ruleId: string; readonly upTo: Rule['upTo']; readonly part: number }[];
  /** What was found about the call as a whole. */
  readonly findings: readonly Finding[];
  readonly parts: readonly ExplainedPart[];
  readonly effects: readonly Effect[];
  readonly network: boolean;
};

/** G6: what a decision rests on. The call is null where it never came as far as the rules. */
export function explainVerdict(policy: Policy, call: CallToDecide | null, verdict: Verdict): ExplainedVerdict {
  const { outcome, risk, ruleId, reasons, matched, judgement, effects, network } = verdict;
  const { parts, findings } = judgement;
  return {
    outcome,
    risk,
    ruleId,
    reasons,
    matched,
    heldBack:
      call === null
        ? []
        : parts.flatMap((part, index) =>
            heldBackRules(policy, call, part, levelOf(part)).map(({ id, upTo }) => ({ ruleId: id, upTo, part: index })),
          ),
    findings,
    parts: parts.map((part) => {
      const { argv, command, subcommand, paths, effects: partEffects, findings: partFindings } = part;
      return { level: levelOf(part), argv, command, subcommand, paths, effects: partEffects, findings: partFindings };
    }),
    effects,
    network,
  };
}
