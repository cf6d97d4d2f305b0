import type { EventType } from '@countersign/contract';
import type { CallEvent, Rejudged } from './call-event.ts';
import {
  type ApprovalBasis,
  type CallRequest,
  type CallState,
  type Executing,
  nothingPrinted,
  type ToolCall,
  type Unknown,
} from './tool-call.ts';

/**
 * An effect is an entry for the log. It is committed with the new state in one transaction; whoever acts on it
 * (shows the request, offers the order, answers the caller) does so after reading it there, and its number in the
 * log is the key by which acting twice is noticed. It says what the row does not keep: the call itself is in its row.
 */
export type Effect = { readonly type: EventType; readonly data: Readonly<Record<string, unknown>> };

export type Move = { readonly state: CallState; readonly effects: readonly Effect[]; readonly request?: CallRequest };

/**
 * What a legal move makes of a call: its next state, what the log is told, and the request where a human edited it.
 * Called only with moves that the table lists; anything else is a fault of this package.
 */
export function moveCall(call: ToolCall, event: CallEvent): Move {
  const { state, request } = call;
  switch (event.type) {
    case 'preview':
      return { state: { status: 'pending', previewBy: event.previewBy }, effects: [] };
    case 'ask': {
      const { approvalId, deadlineAt } = event;
      return {
        state: { status: 'awaiting_approval', approvalId, deadlineAt },
        ...rejudged(event),
        effects: [
          ...previewed(event),
          {
            type: 'approval.requested',
            data: { timeout_seconds: deadlineAt === null ? null : Math.ceil((deadlineAt - event.at) / 1000) },
          },
        ],
      };
    }
    case 'allow': {
      const { basis, nonce, claimBy, at } = event;
      return {
        state: { status: 'approved', approvalId: null, basis, approvedAt: at, nonce, claimBy },
        ...rejudged(event),
        effects: [...previewed(event), { type: 'tool_call.approved', data: groundOf(basis) }],
      };
    }
    case 'deny': {
      const { ruleId, reason, at } = event;
      return {
        state: { status: 'rejected', approvalId: null, by: { kind: 'policy', ruleId, reason }, completedAt: at },
        ...rejudged(event),
        effects: [...previewed(event), { type: 'tool_call.rejected', data: { by: 'policy', rule_id: ruleId, reason } }],
      };
    }
    case 'invalidate':
      return {
        state: {
          ...unrun,
          cause: 'invalid',
          approvalId: null,
          approvedAt: null,
          error: event.error,
          errorType: 'validation',
          completedAt: event.at,
        },
        ...rejudged(event),
        effects: [{ type: 'tool_call.failed', data: { cause: 'invalid', error: event.error } }],
      };
    default:
      return state.status === 'awaiting_approval'
        ? decided(state.approvalId, state.deadlineAt, request, event)
        : unasked(state, event);
  }
}

function rejudged(event: { readonly rejudged?: Rejudged }): { readonly request?: CallRequest } {
  return event.rejudged ? { request: event.rejudged.request } : {};
}

/** What a runner said of its files, which the digest takes in: the log shows what was agreed to. */
function previewed(event: { readonly rejudged?: Rejudged }): Effect[] {
  if (!event.rejudged?.by) return [];
  const { request, by } = event.rejudged;
  return [
    {
      type: 'tool_call.previewed',
      data: { by: by.name, machine: request.machine, files: request.expectedFiles, digest: request.digest },
    },
  ];
}

/** Why a call may run, for the log; who decided is in the entry before it. */
function groundOf(basis: ApprovalBasis): Effect['data'] {
  switch (basis.kind) {
    case 'rule':
      return { ground: 'rule', rule_id: basis.ruleId };
    case 'grant':
      return { ground: 'grant', grant_id: basis.grantId };
    case 'human':
      return { ground: 'human' };
    case 'edit':
      return { ground: 'edit', changed: basis.changed };
  }
}

const unrun = { status: 'failed', executor: null, fence: null, result: null, executionTimeMs: null } as const;

function decided(
  approvalId: Extract<CallState, { status: 'awaiting_approval' }>['approvalId'],
  deadlineAt: number | null,
  request: CallRequest,
  event: CallEvent,
): Move {
  switch (event.type) {
    case 'approve': {
      const { by, edited, nonce, claimBy, at } = event;
      const said = event.feedback === undefined ? {} : { feedback: event.feedback };
      const basis = edited
        ? ({ kind: 'edit', by, ...said, changed: edited.changed } as const)
        : ({ kind: 'human', by, ...said } as const);
      const digest = (edited?.request ?? request).digest;
      return {
        state: { status: 'approved', approvalId, basis, approvedAt: at, nonce, claimBy },
        request: edited?.request ?? request,
        effects: [
          {
            type: 'approval.decided',
            data: { decision: edited ? 'edit' : 'approve', by: by.name, digest, ...said },
          },
          { type: 'tool_call.approved', data: groundOf(basis) },
        ],
      };
    }
    case 'reject': {
      const { by: person, feedback, at } = event;
      return {
        state: { status: 'rejected', approvalId, by: { kind: 'human', person, feedback }, completedAt: at },
        effects: [
          {
            type: 'approval.decided',
            data: { decision: 'reject', by: person.name, digest: request.digest, feedback },
          },
          { type: 'tool_call.rejected', data: { by: 'human', name: person.name, feedback } },
        ],
      };
    }
    case 'expire':
      return {
        state: { status: 'timeout', approvalId, deadlineAt: deadlineAt!, completedAt: event.at },
        effects: [
          { type: 'approval.expired', data: {} },
          { type: 'tool_call.timed_out', data: { error: 'Approval timeout' } },
        ],
      };
    case 'cancel':
      return {
        state: { ...uncancelled, approvalId, approvedAt: null, by: event.by, completedAt: event.at },
        effects: [
          { type: 'approval.withdrawn', data: { by: event.by } },
          { type: 'tool_call.cancelled', data: { by: event.by } },
        ],
      };
    default:
      throw new Error(`no move for ${event.type} while awaiting approval`);
  }
}

const uncancelled = { status: 'cancelled', executor: null, fence: null } as const;

function unasked(state: CallState, event: CallEvent): Move {
  if (state.status === 'pending' && event.type === 'cancel') {
    return {
      state: { ...uncancelled, approvalId: null, approvedAt: null, by: event.by, completedAt: event.at },
      effects: [{ type: 'tool_call.cancelled', data: { by: event.by } }],
    };
  }
  return state.status === 'completed' && event.type === 'undo'
    ? {
        state: { ...state, undoneAt: event.at },
        effects: [{ type: 'tool_call.undone', data: { by: event.by, path: event.path, sha256: event.sha256 } }],
      }
    : approvedOrLater(state, event);
}

function approvedOrLater(state: CallState, event: CallEvent): Move {
  if (state.status === 'approved') {
    const { approvalId, approvedAt } = state;
    switch (event.type) {
      case 'claim': {
        const { executor, leaseUntil, executeBy, at } = event;
        return {
          state: {
            ...state,
            status: 'executing',
            executor,
            fence: 1,
            leaseUntil,
            executeBy,
            startedAt: at,
            cancelRequestedAt: null,
            printed: nothingPrinted,
          },
          effects: [{ type: 'tool_call.claimed', data: { executor, fence: 1 } }],
        };
      }
      case 'abandon':
        return {
          state: {
            ...unrun,
            cause: 'no_runner',
            approvalId,
            approvedAt,
            error: 'No runner took the call in time',
            errorType: 'tool_exec',
            completedAt: event.at,
          },
          effects: [{ type: 'tool_call.failed', data: { cause: 'no_runner' } }],
        };
      case 'cancel':
        return {
          state: { ...uncancelled, approvalId, approvedAt, by: event.by, completedAt: event.at },
          effects: [{ type: 'tool_call.cancelled', data: { by: event.by } }],
        };
      default:
        throw new Error(`no move for ${event.type} while approved`);
    }
  }
  if (state.status === 'executing' || state.status === 'unknown') return claimed(state, event);
  throw new Error(`no move for ${event.type} from ${state.status}`);
}

function claimed(state: Executing | Unknown, event: CallEvent): Move {
  const { approvalId, basis, approvedAt, nonce, claimBy, executor, fence, startedAt } = state;
  const claim = { approvalId, basis, approvedAt, nonce, claimBy, executor, fence, startedAt };
  const late = state.status === 'unknown' ? { late: true } : {};
  switch (event.type) {
    case 'renew': {
      const held = state as Executing;
      // Never shorter than it was: a call that goes on later has a long one, and a renewal that was under way is late.
      const leaseUntil = Math.min(Math.max(event.leaseUntil, held.leaseUntil), held.executeBy);
      return { state: { ...held, leaseUntil }, effects: [] };
    }
    case 'print':
      return {
        state: { ...(state as Executing), printed: event.printed },
        effects: event.chunks.map((chunk) => ({ type: 'tool_call.output', data: { ...chunk } })),
      };
    case 'request_cancel':
      return {
        state: { ...(state as Executing), cancelRequestedAt: (state as Executing).cancelRequestedAt ?? event.at },
        effects: [{ type: 'tool_call.cancel_requested', data: { by: event.by } }],
      };
    case 'complete': {
      const executionTimeMs = event.executionTimeMs ?? Math.max(0, event.at - startedAt);
      return {
        state: {
          ...claim,
          status: 'completed',
          completedAt: event.at,
          result: event.result,
          executionTimeMs,
          undoneAt: null,
        },
        effects: [{ type: 'tool_call.completed', data: { execution_time_ms: executionTimeMs, ...late } }],
      };
    }
    case 'fail': {
      const { error, errorType, result, at } = event;
      const executionTimeMs = event.executionTimeMs ?? Math.max(0, at - startedAt);
      return {
        state: {
          status: 'failed',
          cause: 'execution',
          approvalId,
          approvedAt,
          executor,
          fence,
          error,
          errorType,
          result,
          executionTimeMs,
          completedAt: at,
        },
        effects: [{ type: 'tool_call.failed', data: { cause: 'execution', error_type: errorType, error, ...late } }],
      };
    }
    case 'stop':
      return {
        state: {
          status: 'cancelled',
          approvalId,
          approvedAt,
          executor,
          fence,
          by: `runner:${executor}`,
          completedAt: event.at,
        },
        effects: [{ type: 'tool_call.cancelled', data: { by: executor, ...late } }],
      };
    case 'lose':
      return {
        state: { ...claim, status: 'unknown', completedAt: event.at },
        effects: [{ type: 'tool_call.lost', data: { reported_by: event.reportedBy?.executor ?? null } }],
      };
    default:
      throw new Error(`no move for ${event.type} once claimed`);
  }
}
