import type { ApprovalFacts } from '../ports/records.ts';
import { figureLimits } from './limits.ts';

/** Requests that were made in one stretch of time, and what became of them, whenever that was. */
export type Bucket = {
  readonly from: number;
  readonly asked: number;
  readonly approved: number;
  readonly rejected: number;
};

/** So many days that end with the hour that goes on now, in stretches of an hour or a day. */
export type Period = { readonly since: number; readonly until: number; readonly bucketMs: number };

const hourMs = 3600 * 1000;

export function lastDays(now: number, days: number): Period {
  const endOfHour = (Math.floor(now / hourMs) + 1) * hourMs;
  const bucketMs = days <= figureLimits.hourlyDaysMax ? hourMs : 24 * hourMs;
  return { since: endOfHour - days * 24 * hourMs, until: now, bucketMs };
}

/** Every stretch of the period from its beginning, the empty ones too. */
export function bucketsOf(requests: readonly ApprovalFacts[], { since, until, bucketMs }: Period): Bucket[] {
  const count = Math.floor((until - since) / bucketMs) + 1;
  const buckets = Array.from({ length: count }, (_, index) => ({
    from: since + index * bucketMs,
    asked: 0,
    approved: 0,
    rejected: 0,
  }));
  for (const { requestedAt, status } of requests) {
    // What a replica with a fast clock has written belongs to the last one.
    const bucket = buckets[Math.min(count - 1, Math.floor((requestedAt - since) / bucketMs))];
    if (!bucket) continue;
    bucket.asked += 1;
    if (status === 'approved') bucket.approved += 1;
    if (status === 'rejected') bucket.rejected += 1;
  }
  return buckets;
}

/** Over the hours in which anything was asked: how much on average, and the one with most. */
export function hourlyLoad(
  requests: readonly ApprovalFacts[],
  period: Period,
): { readonly perHour: number; readonly busiest: Bucket | null } {
  const busy = bucketsOf(requests, { ...period, bucketMs: hourMs }).filter(({ asked }) => asked > 0);
  const asked = busy.reduce((sum, bucket) => sum + bucket.asked, 0);
  const busiest = busy.reduce<Bucket | null>((most, each) => (most && most.asked >= each.asked ? most : each), null);
  return { perHour: busy.length === 0 ? 0 : asked / busy.length, busiest };
}
