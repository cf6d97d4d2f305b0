import { CountersignError, type ProjectId, type ToolCallId } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import { closedApproval } from '../approvals/closed-approval.ts';
import type { ControlPlane } from '../control-plane.ts';
import { type Agent, actorOf, type User } from '../principal.ts';
import { moveCall, refusalError } from './commit-transition.ts';

/** Withdraws a call that has not started; asks one that runs to stop. Cancelling again changes nothing. */
export async function cancelCall(
  plane: ControlPlane,
  by: User | Agent,
  projectId: ProjectId,
  callId: ToolCallId,
): Promise<ToolCall> {
  const seen = await plane.store.findCall(projectId, callId);
  if (!seen || (by.kind === 'agent' && seen.request.agentId !== by.id)) {
    throw new CountersignError('not_found', 'There is no such call here.');
  }
  let unchanged: ToolCall | null = null;
  const moved = await moveCall(plane, seen, (call) => {
    const { state } = call;
    if (state.status === 'cancelled' || (state.status === 'executing' && state.cancelRequestedAt !== null)) {
      unchanged = call;
      return null;
    }
    const at = plane.clock.now();
    const event = { type: state.status === 'executing' ? 'request_cancel' : 'cancel', at, by: by.name } as const;
    return {
      event,
      actor: actorOf(by),
      following: () => (state.status === 'awaiting_approval' ? [closedApproval(call, 'cancelled', null)] : []),
    };
  });
  if (unchanged) return unchanged;
  if (moved?.status !== 'done') throw refusalError(moved?.refusal ?? 'illegal_transition', moved?.call ?? seen);
  return moved.call;
}
