import { type CallStatus, settledStatuses } from '@countersign/contract';
import type { CallEvent } from './call-event.ts';
import { type Effect, moveCall } from './move-call.ts';
import type { CallState, Executing, ToolCall, Unknown } from './tool-call.ts';
import { nextStatus } from './transitions.ts';
import { withoutArguments } from './without-arguments.ts';

export type Refusal = 'illegal_transition' | 'too_early' | 'too_late' | 'stale_fence' | 'already_claimed';

export type Transition =
  | {
      readonly ok: true;
      readonly call: ToolCall;
      readonly effects: readonly Effect[];
      /** Whether the request is another one now, so that all of it has to be written. */
      readonly isRewritten: boolean;
    }
  | { readonly ok: false; readonly refusal: Refusal; readonly from: CallStatus };

/** Pure: the next call and what to record, or why the move is refused. */
export function transition(call: ToolCall, event: CallEvent): Transition {
  const from = call.state.status;
  const to = nextStatus(from, event.type);
  if (to === null) {
    // A second claim is the ordinary loser of a race, and is told so.
    const refusal = event.type === 'claim' && from === 'executing' ? 'already_claimed' : 'illegal_transition';
    return { ok: false, refusal, from };
  }
  const refusal = guard(call.state, event);
  if (refusal) return { ok: false, refusal, from };
  const { state, effects, request = call.request } = moveCall(call, event);
  if (state.status !== to) throw new Error(`${from} + ${event.type} led to ${state.status}, but the table says ${to}`);
  return {
    ok: true,
    call: {
      id: call.id,
      version: call.version + 1,
      request: settledStatuses.has(to) ? withoutArguments(request) : request,
      state,
    },
    effects,
    isRewritten: request !== call.request,
  };
}

/** Conditions on the clock and on the fence; which moves exist at all is the table's business. */
function guard(state: CallState, event: CallEvent): Refusal | null {
  switch (event.type) {
    // Once, and before anything else: what waits for a preview is not made to wait longer.
    case 'preview':
      return state.status === 'pending' && state.previewBy !== null ? 'illegal_transition' : null;
    case 'approve':
    case 'reject':
      return state.status === 'awaiting_approval' && isPast(state.deadlineAt, event.at) ? 'too_late' : null;
    case 'expire':
      return state.status === 'awaiting_approval' && !isPast(state.deadlineAt, event.at) ? 'too_early' : null;
    case 'claim':
      return state.status === 'approved' && isPast(state.claimBy, event.at) ? 'too_late' : null;
    case 'abandon':
      return state.status === 'approved' && !isPast(state.claimBy, event.at) ? 'too_early' : null;
    case 'renew':
      return fenceRefusal(state, event) ?? (isPast((state as Executing).leaseUntil, event.at) ? 'too_late' : null);
    case 'undo':
      return fenceRefusal(state, { executor: event.executor, fence: null }) ?? undoRefusal(state);
    case 'print':
    case 'complete':
    case 'fail':
    case 'stop':
      return fenceRefusal(state, event);
    case 'lose':
      if (event.reportedBy) return fenceRefusal(state, event.reportedBy);
      return isPast((state as Executing).leaseUntil, event.at) ? null : 'too_early';
    default:
      return null;
  }
}

function undoRefusal(state: CallState): Refusal | null {
  return state.status === 'completed' && state.undoneAt !== null ? 'illegal_transition' : null;
}

function isPast(limit: number | null, now: number): boolean {
  return limit !== null && now >= limit;
}

function fenceRefusal(state: CallState, claim: { executor: string; fence: number | null }): Refusal | null {
  const held = state as Executing | Unknown;
  return held.executor === claim.executor && (claim.fence ?? held.fence) === held.fence ? null : 'stale_fence';
}
