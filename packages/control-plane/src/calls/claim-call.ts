import { CountersignError, type ToolCallId } from '@countersign/contract';
import type { CallEvent, Executor, ToolCall } from '@countersign/tool-call';
import { type ControlPlane, limits } from '../control-plane.ts';
import type { Actor } from '../ports/records.ts';
import { actorOf, type Runner } from '../principal.ts';
import { moveCall, refusalError } from './commit-transition.ts';
import { requireArguments } from './require-arguments.ts';

/** L6: one executor takes an approved call, under a lease with a fence. Everyone else is refused. */
export async function claimCall(plane: ControlPlane, runner: Runner, callId: ToolCallId): Promise<ToolCall> {
  const call = await plane.store.findCall(runner.projectId, callId);
  if (!call || !mayRun(runner, call)) throw new CountersignError('not_found', 'There is no such call for this runner.');
  return claimAs(plane, call, runner.id, actorOf(runner));
}

/** A runner takes only what is meant for runners, and for its machine where one is named. */
export function mayRun(runner: Pick<Runner, 'machine'>, { request }: ToolCall): boolean {
  return request.target === 'runner' && (request.machine === null || request.machine === runner.machine);
}

export async function claimAs(
  plane: ControlPlane,
  seen: ToolCall,
  executor: Executor,
  actor: Actor,
): Promise<ToolCall> {
  const moved = await moveCall(plane, seen, (call) => {
    if (call.state.status === 'approved') requireArguments(call);
    return { event: claimOf(plane, call, executor, plane.clock.now()), actor };
  });
  if (moved?.status !== 'done') throw refusalError(moved?.refusal ?? 'illegal_transition', moved?.call ?? seen);
  return moved.call;
}

/** The move by which an executor takes a call, with a lease that never outlasts the time the call has. */
export function claimOf(
  { settings }: Pick<ControlPlane, 'settings'>,
  { request }: ToolCall,
  executor: Executor,
  at: number,
): Extract<CallEvent, { type: 'claim' }> {
  const executeBy = at + request.executionTimeoutMs + limits.executionGraceMs;
  return { type: 'claim', at, executor, leaseUntil: Math.min(at + settings.leaseMs, executeBy), executeBy };
}
