import type { Limits } from '../limits.ts';
import type { MessageKind, MessageRow } from '../state/messages.ts';

/** When something was sent last, and until when nothing may be. */
export type Pace = {
  readonly sentAtByChat: ReadonlyMap<number, number>;
  readonly sentAt: number;
  readonly blockedUntil: number;
};

export type NextDelivery =
  | { readonly kind: 'deliver'; readonly row: MessageRow }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'rest' };

/** What comes first: what somebody waits for. How a run goes can wait longest. */
const ranks: Readonly<Record<MessageKind, number>> = {
  approval: 0,
  reason: 0,
  note: 1,
  answer: 2,
  rest: 3,
  progress: 4,
};

/** Which message goes out now, or when to look again. */
export function nextDelivery(rows: readonly MessageRow[], pace: Pace, now: number, limits: Limits): NextDelivery {
  if (rows.length === 0) return { kind: 'rest' };
  const overall = Math.max(pace.blockedUntil, pace.sentAt + limits.overallIntervalMs);
  const readyAt = (row: MessageRow): number => {
    const chat = pace.sentAtByChat.get(row.chatId);
    const chatAt = chat === undefined ? 0 : chat + limits.chatIntervalMs;
    // What is to go away does not wait for its time.
    return Math.max(overall, chatAt, row.wanted === null ? 0 : row.dueAt);
  };
  const first = rows
    .filter((row) => readyAt(row) <= now)
    .reduce<MessageRow | null>((best, row) => (best === null || ranks[row.kind] < ranks[best.kind] ? row : best), null);
  if (first) return { kind: 'deliver', row: first };
  return { kind: 'wait', until: Math.min(...rows.map(readyAt)) };
}
