import type { ApprovalView } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { newestOf, type RecentPage } from './recent-approvals.ts';

const at = (...hours: readonly number[]) =>
  hours.map((hour) => ({ requested_at: new Date(Date.UTC(2026, 0, 1, hour)).toISOString() }) as ApprovalView);
const hoursOf = (pages: readonly RecentPage[]) =>
  newestOf(pages).map(({ requested_at: asked }) => new Date(asked).getUTCHours());
const none = { approved: [], rejected: [], expired: [], cancelled: [] };
const over = { approved: null, rejected: null, expired: null, cancelled: null };

describe('what was decided lately', () => {
  it('is one list, newest first', () => {
    const page = { found: { ...none, approved: at(9, 5), rejected: at(7), expired: at(8, 6) }, next: over };
    expect(hoursOf([page])).toEqual([9, 8, 7, 6, 5]);
    expect(newestOf([])).toEqual([]);
  });

  it('goes back only as far as nothing is missing in between', () => {
    const first = { found: { ...none, approved: at(9, 8), rejected: at(7, 2) }, next: { ...over, approved: 'more' } };
    expect(hoursOf([first])).toEqual([9, 8]);
    const second = { found: { ...none, approved: at(6, 3) }, next: over };
    expect(hoursOf([first, second])).toEqual([9, 8, 7, 6, 3, 2]);
  });
});
