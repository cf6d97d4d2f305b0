import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anApproval } from '../../test/samples.ts';
import { planApprovals } from './plan-approvals.ts';

const pending = (...ids: string[]) => ids.map((approval_id) => anApproval({ approval_id }));

describe('which requests have a message', () => {
  it('keeps those that have one, then takes the oldest, and counts the rest [W6]', () => {
    const plan = planApprovals(pending('a', 'b', 'c', 'd', 'e'), ['d', 'x'], 3);
    expect(plan.shown.map(({ approval_id }) => approval_id)).toEqual(['d', 'a', 'b']);
    expect(plan).toMatchObject({ resolvedIds: ['x'], restCount: 2 });
  });

  it('accounts for every request, and never shows more than it may beside those that were there [W6]', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'));
    fc.assert(
      fc.property(ids, ids, fc.nat(5), (waiting, open, openMax) => {
        const { shown, resolvedIds, restCount } = planApprovals(pending(...waiting), open, openMax);
        expect(shown.length + restCount).toBe(waiting.length);
        expect(resolvedIds).toEqual(open.filter((id) => !waiting.includes(id)));
        const kept = open.filter((id) => waiting.includes(id)).length;
        expect(shown.length).toBeLessThanOrEqual(Math.max(kept, openMax));
      }),
    );
  });
});
