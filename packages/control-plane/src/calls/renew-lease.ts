import { CountersignError, type ToolCallId } from '@countersign/contract';
import type { Executor, ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import type { Actor } from '../ports/records.ts';
import { actorOf, type Runner } from '../principal.ts';
import { mayRun } from './claim-call.ts';
import { moveCall, refusalError } from './commit-transition.ts';

/** The executor says that it is still at it. The answer tells it whether someone wants it stopped. */
export async function renewLease(
  plane: ControlPlane,
  runner: Runner,
  callId: ToolCallId,
  fence: number,
): Promise<ToolCall> {
  const call = await plane.store.findCall(runner.projectId, callId);
  if (!call || !mayRun(runner, call)) throw new CountersignError('not_found', 'There is no such call for this runner.');
  return renewAs(plane, call, runner.id, actorOf(runner), fence);
}

export async function renewAs(
  plane: ControlPlane,
  seen: ToolCall,
  executor: Executor,
  actor: Actor,
  fence: number,
): Promise<ToolCall> {
  const moved = await moveCall(plane, seen, () => {
    const at = plane.clock.now();
    return { event: { type: 'renew', at, executor, fence, leaseUntil: at + plane.settings.leaseMs }, actor };
  });
  if (moved?.status !== 'done') throw refusalError(moved?.refusal ?? 'illegal_transition', moved?.call ?? seen);
  return moved.call;
}
