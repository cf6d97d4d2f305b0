import type { ApprovalFacts } from '../ports/records.ts';
import { figureLimits } from './limits.ts';

/** What became of some requests. Those that were asked are the sum of the five that follow. */
export type Tally = {
  readonly asked: number;
  readonly approved: number;
  readonly rejected: number;
  readonly expired: number;
  readonly withdrawn: number;
  readonly waiting: number;
  readonly medianMs: number | null;
  readonly hasty: number;
};

export function tallyOf(requests: readonly ApprovalFacts[]): Tally {
  const ended = (status: ApprovalFacts['status']): number =>
    requests.filter((request) => request.status === status).length;
  return {
    asked: requests.length,
    approved: ended('approved'),
    rejected: ended('rejected'),
    expired: ended('expired'),
    withdrawn: ended('cancelled'),
    waiting: ended('pending'),
    medianMs: median(requests.flatMap(decisionMs)),
    hasty: requests.filter(isHasty).length,
  };
}

/** Approved sooner than anyone can have read what was shown. Whoever edited a call has looked at it. */
export function isHasty(request: ApprovalFacts): boolean {
  if (request.status !== 'approved' || request.verb !== 'approve' || request.shownLength === null) return false;
  const readingMs = (request.shownLength / figureLimits.readingCharactersPerSecond) * 1000;
  return decisionMs(request).some((ms) => ms < Math.max(figureLimits.readingMsMin, readingMs));
}

/** How long it took a person to decide; nothing where nobody did. */
function decisionMs({ requestedAt, decidedAt }: ApprovalFacts): number[] {
  return decidedAt === null ? [] : [Math.max(0, decidedAt - requestedAt)];
}

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
