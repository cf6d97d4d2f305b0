import { CountersignError } from '@countersign/contract';
import { type CallEvent, type Effect, type Refusal, type ToolCall, transition } from '@countersign/tool-call';
import { type ControlPlane, limits } from '../control-plane.ts';
import type { Actor, NewEvent } from '../ports/records.ts';
import type { FollowingWrite } from '../ports/store.ts';

export type Moved =
  | { readonly status: 'done'; readonly call: ToolCall }
  | { readonly status: 'refused'; readonly refusal: Refusal; readonly call: ToolCall };

export type Step = {
  readonly event: CallEvent;
  readonly actor: Actor;
  /** What is written with the new state: the approval it belongs to, a grant. */
  readonly following?: (next: ToolCall) => readonly FollowingWrite[];
  readonly alsoRecord?: readonly NewEvent[];
};

/**
 * L3: one move of one call, by compare-and-set, with its events in the same transaction. Whoever loses a race looks
 * again: `plan` sees the row as it is now and says what to do, or null to leave it alone.
 */
export async function moveCall(
  plane: ControlPlane,
  seen: ToolCall,
  plan: (call: ToolCall) => Step | null | Promise<Step | null>,
): Promise<Moved | null> {
  let call = seen;
  for (let attempt = 0; attempt < limits.attemptsMax; attempt += 1) {
    const step = await plan(call);
    if (step === null) return null;
    const moved = transition(call, step.event);
    if (!moved.ok) return { status: 'refused', refusal: moved.refusal, call };
    const committed = await plane.store.commit({
      guard: { kind: 'call', call: moved.call, isRewritten: moved.isRewritten },
      following: step.following?.(moved.call) ?? [],
      events: [...eventsOf(moved.call, moved.effects, step.actor, step.event.at), ...(step.alsoRecord ?? [])],
    });
    if (committed.ok) return { status: 'done', call: moved.call };
    const current = await plane.store.findCall(call.request.projectId, call.id);
    if (!current) throw new CountersignError('not_found', 'The call is gone.');
    call = current;
  }
  throw new CountersignError('conflict', 'The call changed too often at once. Try again.');
}

/** Effects of a transition as entries of the session's chain, below the call in the tree. */
export function eventsOf(call: ToolCall, effects: readonly Effect[], actor: Actor, at: number): NewEvent[] {
  const { projectId, sessionId } = call.request;
  return effects.map(({ type, data }) => ({
    chainId: sessionId,
    projectId,
    type,
    subjectId: call.id,
    parentId: sessionId,
    actor,
    at,
    data,
  }));
}

/** The problem document of a refused move. */
export function refusalError(refusal: Refusal, call: ToolCall): CountersignError {
  const details = { tool_id: call.id, call_status: call.state.status };
  switch (refusal) {
    case 'stale_fence':
      return new CountersignError(
        'stale_fence',
        'This claim is not the one that holds the call. Do not report on it.',
        details,
      );
    case 'already_claimed':
      return new CountersignError('already_claimed', 'Another executor holds this call. Do not run it.', details);
    default:
      return new CountersignError('illegal_transition', `A call that is ${call.state.status} cannot do that.`, details);
  }
}
