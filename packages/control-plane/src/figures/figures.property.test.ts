import { approvalStatuses, type SessionId, type ToolCallId } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApprovalFacts } from '../ports/records.ts';
import { bucketsOf, hourlyLoad, lastDays } from './buckets.ts';
import { figureLimits } from './limits.ts';
import { isHasty, tallyOf } from './tally.ts';

const hourMs = 3600 * 1000;
const now = Date.UTC(2026, 5, 1, 12, 34, 56);

/** Requests of the last days, as the store gives them: decided where somebody decided. */
const someRequests = (days: number): fc.Arbitrary<ApprovalFacts[]> => {
  const { since } = lastDays(now, days);
  const request = fc
    .record({
      callId: fc.uuid().map((id) => id as ToolCallId),
      sessionId: fc.constantFrom('one', 'other').map((id) => id as SessionId),
      toolName: fc.constantFrom('bash', 'write'),
      ruleId: fc.constantFrom('a', 'b', 'c'),
      status: fc.constantFrom(...approvalStatuses),
      requestedAt: fc.integer({ min: since, max: now }),
      tookMs: fc.integer({ min: 0, max: 10 * 60 * 1000 }),
      isEdited: fc.boolean(),
      shownLength: fc.option(fc.nat(100_000)),
    })
    .map(({ tookMs, isEdited, ...given }): ApprovalFacts => {
      if (given.status === 'approved')
        return { ...given, verb: isEdited ? 'edit' : 'approve', decidedAt: given.requestedAt + tookMs };
      if (given.status === 'rejected') return { ...given, verb: 'reject', decidedAt: given.requestedAt + tookMs };
      return { ...given, verb: null, decidedAt: null };
    });
  return fc.array(request, { maxLength: 60 });
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

describe('figures add up, whatever was asked', () => {
  it('each request came to one end', () => {
    fc.assert(
      fc.property(someRequests(7), (requests) => {
        const { asked, approved, rejected, expired, withdrawn, waiting, hasty, medianMs } = tallyOf(requests);
        expect(approved + rejected + expired + withdrawn + waiting).toBe(asked);
        expect(hasty).toBeLessThanOrEqual(approved);
        const took = requests.flatMap((each) => (each.decidedAt === null ? [] : [each.decidedAt - each.requestedAt]));
        if (medianMs === null) {
          expect(took).toEqual([]);
          return;
        }
        expect(took.filter((ms) => ms <= medianMs).length).toBeGreaterThanOrEqual(took.length / 2);
        expect(took.filter((ms) => ms >= medianMs).length).toBeGreaterThanOrEqual(took.length / 2);
      }),
    );
  });

  it('each request is in one stretch of time, and the stretches have no gaps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90 }).chain((days) => fc.tuple(fc.constant(days), someRequests(days))),
        ([days, requests]) => {
          const period = lastDays(now, days);
          const buckets = bucketsOf(requests, period);
          const tally = tallyOf(requests);
          expect(sum(buckets.map(({ asked }) => asked))).toBe(tally.asked);
          expect(sum(buckets.map(({ approved }) => approved))).toBe(tally.approved);
          expect(sum(buckets.map(({ rejected }) => rejected))).toBe(tally.rejected);
          expect(buckets).toHaveLength(days <= figureLimits.hourlyDaysMax ? days * 24 : days);
          expect(buckets[0]?.from).toBe(period.since);
          for (const [index, { from }] of buckets.entries()) expect(from).toBe(period.since + index * period.bucketMs);
          expect(buckets.at(-1)!.from).toBeLessThanOrEqual(now);
          expect(buckets.at(-1)!.from + period.bucketMs).toBeGreaterThan(now);
        },
      ),
    );
  });

  it('no hour had more requests than the busiest, and on average there were no more than in it', () => {
    fc.assert(
      fc.property(someRequests(3), (requests) => {
        const { perHour, busiest } = hourlyLoad(requests, lastDays(now, 3));
        if (busiest === null) {
          expect([requests.length, perHour]).toEqual([0, 0]);
          return;
        }
        const inHour = (from: number) =>
          requests.filter(({ requestedAt }) => requestedAt >= from && requestedAt < from + hourMs).length;
        expect(inHour(busiest.from)).toBe(busiest.asked);
        const hours = requests.map(({ requestedAt }) => Math.floor(requestedAt / hourMs) * hourMs);
        expect(Math.max(...hours.map(inHour))).toBe(busiest.asked);
        expect(perHour).toBeGreaterThanOrEqual(1);
        expect(perHour).toBeLessThanOrEqual(busiest.asked);
      }),
    );
  });

  it('more to read never makes an approval less hasty, nor does a faster decision', () => {
    fc.assert(
      fc.property(someRequests(1), fc.nat(50_000), (requests, more) => {
        for (const request of requests.filter(isHasty)) {
          expect(isHasty({ ...request, shownLength: request.shownLength! + more })).toBe(true);
          expect(isHasty({ ...request, decidedAt: request.requestedAt })).toBe(true);
          expect(isHasty({ ...request, decidedAt: request.requestedAt + 3 * hourMs })).toBe(false);
        }
      }),
    );
  });
});
