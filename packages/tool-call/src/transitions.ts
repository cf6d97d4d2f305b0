import type { CallStatus } from '@countersign/contract';
import type { CallEventType } from './call-event.ts';

/**
 * L1: every legal move of a tool call, and the only place where moves are declared. What is not here is refused.
 * The diagram in docs/generated/states.md is made from this table, and the tests walk all states x all events.
 */
export const transitions = {
  pending: {
    // A runner is asked what it would change or run, before a person is asked about it.
    preview: 'pending',
    ask: 'awaiting_approval',
    allow: 'approved',
    deny: 'rejected',
    invalidate: 'failed',
    cancel: 'cancelled',
  },
  awaiting_approval: {
    approve: 'approved',
    reject: 'rejected',
    expire: 'timeout',
    cancel: 'cancelled',
  },
  approved: {
    claim: 'executing',
    // Nobody claimed it in time: it certainly did not run.
    abandon: 'failed',
    cancel: 'cancelled',
  },
  executing: {
    renew: 'executing',
    print: 'executing',
    // A running call can only be asked to stop; its executor says whether it did.
    request_cancel: 'executing',
    complete: 'completed',
    fail: 'failed',
    stop: 'cancelled',
    lose: 'unknown',
  },
  // Late, but the truth: the one executor that held the claim came back and said what happened. Nothing runs again.
  unknown: {
    complete: 'completed',
    fail: 'failed',
    stop: 'cancelled',
  },
  // What was written can be taken back on the runner; that the call was made stays so.
  completed: {
    undo: 'completed',
  },
  rejected: {},
  timeout: {},
  failed: {},
  cancelled: {},
} as const satisfies Record<CallStatus, Partial<Record<CallEventType, CallStatus>>>;

export function nextStatus(from: CallStatus, event: CallEventType): CallStatus | null {
  const moves: Partial<Record<CallEventType, CallStatus>> = transitions[from];
  return Object.hasOwn(moves, event) ? moves[event]! : null;
}
