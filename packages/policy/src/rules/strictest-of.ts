import type { Outcome } from '../verdict.ts';
import type { RuleMatch } from './match-rules.ts';

const severity: readonly Outcome[] = ['allow', 'ask', 'deny'];
const risks = [undefined, 'LOW', 'MEDIUM', 'HIGH'] as const;

/**
 * The one that decides: deny before ask before allow. Of those that ask, the one with the higher risk; then the one
 * that gives a person more time, `none` being the most and a time that is written down more than the default, so that no
 * rule takes away the time that another promised; then the one that stands first in the file.
 */
export function strictestOf(matches: readonly RuleMatch[]): RuleMatch | null {
  return matches.reduce<RuleMatch | null>(
    (best, each) => (best === null || isStricter(each, best) ? each : best),
    null,
  );
}

function isStricter(one: RuleMatch, other: RuleMatch): boolean {
  const difference =
    severity.indexOf(one.outcome) - severity.indexOf(other.outcome) ||
    risks.indexOf(one.risk) - risks.indexOf(other.risk) ||
    secondsOf(one) - secondsOf(other);
  return difference > 0;
}

function secondsOf({ timeoutSeconds }: RuleMatch): number {
  return timeoutSeconds === undefined ? 0 : (timeoutSeconds ?? Number.MAX_SAFE_INTEGER);
}
