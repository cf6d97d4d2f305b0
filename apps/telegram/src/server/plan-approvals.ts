import type { ApprovalView } from '@countersign/contract';

export type ApprovalPlan = {
  /** Have a message, or get one now. */
  readonly shown: readonly ApprovalView[];
  /** Have a message and wait no longer. */
  readonly resolvedIds: readonly string[];
  /** How many have to wait for a message. */
  readonly restCount: number;
};

/** Which requests have a message of their own: those that had one before, then the oldest, up to so many. */
export function planApprovals(
  pending: readonly ApprovalView[],
  openIds: readonly string[],
  openMax: number,
): ApprovalPlan {
  const open = new Set(openIds);
  const waiting = new Set(pending.map(({ approval_id }) => approval_id));
  const known = pending.filter(({ approval_id }) => open.has(approval_id));
  const fresh = pending.filter(({ approval_id }) => !open.has(approval_id));
  const room = Math.max(0, openMax - known.length);
  return {
    shown: [...known, ...fresh.slice(0, room)],
    resolvedIds: openIds.filter((id) => !waiting.has(id)),
    restCount: Math.max(0, fresh.length - room),
  };
}
