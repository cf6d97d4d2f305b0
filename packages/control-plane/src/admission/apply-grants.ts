import { type CallToCover, grantsCover } from '@countersign/policy';
import type { Assessment } from '../ports/gate.ts';
import type { GrantRecord } from '../ports/records.ts';

/**
 * A2: remembered decisions can answer what would be asked, one alone or several for the parts of a script. They never
 * outrank a deny. The one that is named is the first that is needed.
 */
export function applyGrants(
  assessment: Assessment,
  asked: Pick<CallToCover, 'toolName' | 'toolVersion' | 'arguments'>,
  grants: readonly GrantRecord[],
): GrantRecord | null {
  if (assessment.outcome !== 'ask') return null;
  const call = { ...asked, verdict: assessment };
  const alone = grants.find((grant) => grantsCover([grant.matcher], call));
  if (alone) return alone;
  const matchers = grants.map((grant) => grant.matcher);
  if (!grantsCover(matchers, call)) return null;
  return grants.find((_, index) => !grantsCover(matchers.toSpliced(index, 1), call)) ?? grants[0]!;
}
