import type { RiskLevel } from '@countersign/contract';
import { effectsOf, type Judgement } from './judgement/judgement.ts';
import { highest, isAbove, type Level, riskOf } from './judgement/level.ts';
import type { Effect, Finding, Part } from './judgement/part.ts';
import { limits } from './limits.ts';
import type { Workspace } from './paths/workspace.ts';
import { matchRules } from './rules/match-rules.ts';
import type { Policy } from './rules/policy.ts';
import { strictestOf } from './rules/strictest-of.ts';
import { judgeCall } from './tools/judge-call.ts';
import type { CallToDecide, MatchedRule, Outcome, Ruling, Verdict } from './verdict.ts';

/** What is said of one part, or of the call as a whole. */
type Reasoned = Ruling & {
  readonly ruleId: string;
  readonly reasons: readonly string[];
  readonly approvalSeconds: number | null | undefined;
  readonly matched: readonly MatchedRule[];
  /** What a rule says of the network; undefined where none does. */
  readonly network: boolean | undefined;
};

const outcomes: readonly Outcome[] = ['allow', 'ask', 'deny'];
const risks: readonly RiskLevel[] = ['LOW', 'MEDIUM', 'HIGH'];

/**
 * G6: the one decision. Code judges first; rules of the policy file then have their say about each part. What code denies
 * stays denied. Otherwise the strictest rule of a part decides it, or the default of its level where no rule matches,
 * and the strictest part decides the call: so what allows has to cover every part.
 */
export function decide(policy: Policy, call: CallToDecide, workspace: Workspace): Verdict {
  return decideJudged(policy, call, judgeCall(call, workspace));
}

/** The same for a call that code has judged already: for whoever holds several policies against it. */
export function decideJudged(policy: Policy, call: CallToDecide, judgement: Judgement): Verdict {
  const whole = highest(judgement.findings.map((finding) => finding.level));
  const rulings = judgement.parts.map((part, index) => rule(policy, call, part, index, part.findings));
  // A call without parts, or with something that is wrong about all of it, is a subject of its own.
  if (rulings.length === 0 || whole !== 'LOW') rulings.push(rule(policy, call, null, null, judgement.findings));
  const decisive = rulings.reduce((best, each) => (isStricter(each, best) ? each : best));
  const reasons = [decisive, ...rulings.toSorted((one, other) => risks.indexOf(other.risk) - risks.indexOf(one.risk))]
    .filter((ruling) => ruling.outcome === decisive.outcome)
    .flatMap((ruling) => ruling.reasons);
  const effects = effectsOf(judgement);
  return {
    outcome: decisive.outcome,
    risk: decisive.risk,
    ruleId: decisive.ruleId,
    matched: rulings.flatMap((ruling) => ruling.matched),
    reasons: few([...new Set(reasons)]),
    effects,
    judgement,
    rulings: rulings.map(({ part, outcome, risk }) => ({ part, outcome, risk })),
    network: mayUseNetwork(rulings, effects),
    approvalSeconds: decisive.approvalSeconds,
  };
}

/**
 * T6: no network unless it is given. A rule that says no has the last word over all parts, for they run as one; without
 * a rule it is given to what code found to need it, which whoever approves has read among the effects.
 */
function mayUseNetwork(rulings: readonly Reasoned[], effects: readonly Effect[]): boolean {
  const said = rulings.map((ruling) => ruling.network);
  if (said.includes(false)) return false;
  return said.includes(true) || effects.some((effect) => effect.kind === 'network');
}

function rule(
  policy: Policy,
  call: CallToDecide,
  part: Part | null,
  index: number | null,
  findings: readonly Finding[],
): Reasoned {
  const level = part === null && findings.length === 0 ? 'HIGH' : highest(findings.map((finding) => finding.level));
  const decisive = findings.filter((finding) => finding.level === level);
  const builtIn = decisive.map(
    ({ id, reason }): MatchedRule => ({ id, outcome: defaultOutcome(level), reason, part: index }),
  );
  const matches = matchRules(policy, call, part, level);
  const matched = [
    ...builtIn,
    ...matches.map(({ ruleId, outcome, reason }) => ({ id: ruleId, outcome, reason, part: index })),
  ];
  const own = level === 'DENY' ? null : strictestOf(matches);
  if (own === null) {
    return {
      part: index,
      outcome: defaultOutcome(level),
      risk: riskOf(level),
      ruleId: decisive[0]?.id ?? 'builtin.call.empty',
      reasons: decisive.map((finding) => finding.reason),
      approvalSeconds: undefined,
      matched,
      network: undefined,
    };
  }
  const asked = highest([level, own.outcome === 'ask' ? 'MEDIUM' : 'LOW', own.risk ?? 'LOW']);
  return {
    part: index,
    outcome: own.outcome,
    risk: own.outcome === 'deny' ? 'HIGH' : riskOf(asked),
    ruleId: own.ruleId,
    // Why a person is asked: the rule, and what code noticed where that is why the risk is what it is.
    reasons:
      own.outcome === 'ask' && isAbove(level, 'LOW')
        ? [own.reason, ...decisive.map((finding) => finding.reason)]
        : [own.reason],
    approvalSeconds: own.timeoutSeconds,
    matched,
    // Of several rules that match, the one that says no is heard.
    network: matches.some((match) => match.network === false) ? false : own.network,
  };
}

/** As many as anyone reads; it says how many it leaves out. */
function few(reasons: readonly string[]): readonly string[] {
  const left = reasons.length - limits.reasonsMax;
  return left <= 0 ? reasons : [...reasons.slice(0, limits.reasonsMax), `There are ${left} more reasons like these.`];
}

function defaultOutcome(level: Level): Outcome {
  return level === 'DENY' ? 'deny' : level === 'LOW' ? 'allow' : 'ask';
}

function isStricter(one: Reasoned, other: Reasoned): boolean {
  const difference =
    outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome) ||
    risks.indexOf(one.risk) - risks.indexOf(other.risk);
  return difference > 0;
}
