import type { CallEvent, ToolCall } from '@countersign/tool-call';
import { closedApproval } from '../approvals/closed-approval.ts';
import { type ControlPlane, limits } from '../control-plane.ts';
import { endPreview } from '../previews/end-preview.ts';
import { moveCall } from './commit-transition.ts';

/**
 * L5, L6: what happens when nothing happens. A preview that nobody gave is done without, a deadline that passed is a timeout, a claim window that closed means no
 * runner, a lease that ran out means that nobody knows. Any number of processes may do this at once: the
 * compare-and-set lets one of them. Returns how many calls were moved.
 */
export async function advanceDueCalls(plane: ControlPlane): Promise<number> {
  let moved = 0;
  for (;;) {
    const due = await plane.store.listDue(plane.clock.now(), limits.dueBatch);
    const results = await Promise.all(due.map((call) => advanceDueCall(plane, call)));
    moved += results.filter(Boolean).length;
    if (due.length < limits.dueBatch) return moved;
  }
}

export async function advanceDueCall(plane: ControlPlane, seen: ToolCall): Promise<ToolCall | null> {
  const moved = await moveCall(plane, seen, (call) => {
    if (isPreviewOverdue(call, plane.clock.now())) return endPreview(plane, call, null);
    const event = overdue(call, plane.clock.now());
    return (
      event && {
        event,
        actor: 'system',
        following: () => (event.type === 'expire' ? [closedApproval(call, 'expired', null)] : []),
      }
    );
  });
  return moved?.status === 'done' ? moved.call : null;
}

function isPreviewOverdue({ state }: ToolCall, at: number): boolean {
  return state.status === 'pending' && state.previewBy !== null && at >= state.previewBy;
}

function overdue({ state }: ToolCall, at: number): CallEvent | null {
  switch (state.status) {
    case 'awaiting_approval':
      return state.deadlineAt !== null && at >= state.deadlineAt ? { type: 'expire', at } : null;
    case 'approved':
      return at >= state.claimBy ? { type: 'abandon', at } : null;
    case 'executing':
      return at >= state.leaseUntil ? { type: 'lose', at, reportedBy: null } : null;
    default:
      return null;
  }
}
