import type { CallStanding } from '../ports.ts';

type Interval = { readonly from: number; readonly to: number };
type Times = Pick<CallStanding, 'submittedAt' | 'askedAt' | 'answeredAt' | 'settledAt'>;

/**
 * W4: how long the calls of a turn worked until `now`: the time in which at least one of them did. While all that is left waits
 * for a person, nothing works.
 */
export function workingMsOf(calls: readonly Times[], now: number): number {
  const intervals = calls.flatMap((call) => intervalsOf(call, now)).sort((one, other) => one.from - other.from);
  let total = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, to } of intervals) {
    total += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return total;
}

/** Whether it does something by itself now: runs, or is about to. */
export function isWorking({ isSettled, askedAt, answeredAt }: Times & Pick<CallStanding, 'isSettled'>): boolean {
  return !isSettled && (askedAt === null || answeredAt !== null);
}

/** Before a person was asked, and from the answer on. */
function intervalsOf({ submittedAt, askedAt, answeredAt, settledAt }: Times, now: number): Interval[] {
  const end = settledAt ?? now;
  if (askedAt === null) return [{ from: submittedAt, to: end }];
  const before = { from: submittedAt, to: Math.min(askedAt, end) };
  return answeredAt === null ? [before] : [before, { from: answeredAt, to: end }];
}
