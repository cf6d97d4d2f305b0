import {
  type CallStatus,
  type EventType,
  isoTime,
  type JsonObject,
  type SignedOrder,
  type SignedPreviewOrder,
  type StreamMessage,
} from '@countersign/contract';
import { summary } from '@countersign/policy';
import { type CallRequest, outcomeOf, type ToolCall } from '@countersign/tool-call';
import type { StoredEvent } from '../ports/records.ts';
import { projectRunEvent } from './project-run-event.ts';

/** The state a call is in after an event that is told as a change of state. */
const statusAfter: Partial<Record<EventType, CallStatus>> = {
  'tool_call.claimed': 'executing',
  'tool_call.rejected': 'rejected',
  'tool_call.timed_out': 'timeout',
  'tool_call.cancelled': 'cancelled',
  'tool_call.lost': 'unknown',
};

/**
 * P2: an entry of the log as a message of the stream, or null where viewers need not hear of it. One entry is at most
 * one message, and the message's id is the entry's number: that is the whole resume rule. What the entry is about is
 * in the row of the call.
 */
export function projectEvent(event: StoredEvent, call: ToolCall | null): StreamMessage | null {
  if (event.type.startsWith('tool_call.') || event.type.startsWith('approval.'))
    return call && projectCallEvent(event, call);
  const { seq: id, type, data, subjectId, chainId } = event;
  const base = { session_id: chainId, timestamp: isoTime(event.at) };
  switch (type) {
    case 'session.created':
      return { id, event: 'session.created', data: { ...base, title: String(data.title) } };
    case 'grant.created':
      return {
        id,
        event: 'grant.created',
        data: { ...base, grant_id: subjectId, text: String(data.text), by: String(data.by) },
      };
    case 'grant.revoked':
      return { id, event: 'grant.revoked', data: { ...base, grant_id: subjectId, by: String(data.by) } };
    default:
      return projectRunEvent(event);
  }
}

/** What was asked for, also after a human has put something else in its place. */
function askedDescription({ toolName, description, originalParams }: CallRequest): string {
  return originalParams === null ? description : summary(toolName, JSON.parse(originalParams) as JsonObject);
}

function projectCallEvent(event: StoredEvent, call: ToolCall): StreamMessage | null {
  const { seq: id, type, data } = event;
  const { request } = call;
  const base = { tool_id: call.id, session_id: request.sessionId, timestamp: isoTime(event.at) };
  switch (type) {
    case 'approval.requested':
      return {
        id,
        event: 'tool.approval_request',
        data: {
          ...base,
          approval_id: approvalIdOf(call),
          tool_name: request.toolName,
          risk_level: request.riskLevel,
          timeout_seconds: data.timeout_seconds as number | null,
          description: askedDescription(request),
        },
      };
    case 'approval.decided':
    case 'approval.expired':
    case 'approval.withdrawn':
      return {
        id,
        event: 'approval.resolved',
        data: { ...base, approval_id: approvalIdOf(call), ...resolution(event) },
      };
    case 'tool_call.approved':
      return {
        id,
        event: 'tool.execution_signal',
        data: { ...base, tool_name: request.toolName, tool_params: JSON.parse(request.params) },
      };
    case 'tool_call.cancel_requested':
      return { id, event: 'tool.cancel_signal', data: base };
    case 'tool_call.completed':
      return { id, event: 'tool.result_ack', data: { ...base, status: 'received', call_status: 'completed' } };
    case 'tool_call.failed':
      if (data.cause !== 'execution') return statusMessage(id, base, 'failed', call);
      return { id, event: 'tool.result_ack', data: { ...base, status: 'received', call_status: 'failed' } };
    case 'tool_call.output':
      return {
        id,
        event: 'tool.output',
        data: {
          ...base,
          stream: data.stream as 'stdout' | 'stderr',
          offset: data.offset as number,
          text: String(data.text),
        },
      };
    case 'tool_call.undone':
      return { id, event: 'tool.undone', data: { ...base, path: String(data.path), by: String(data.by) } };
    default: {
      const status = statusAfter[type];
      return status === undefined ? null : statusMessage(id, base, status, call);
    }
  }
}

type Base = { readonly tool_id: string; readonly session_id: string; readonly timestamp: string };

function statusMessage(id: number, base: Base, status: CallStatus, call: ToolCall): StreamMessage {
  // A replayed entry may be about a call that has moved on; then its outcome is not this entry's to tell.
  const outcome = call.state.status === status ? outcomeOf(call) : null;
  return { id, event: 'tool.status', data: { ...base, tool_name: call.request.toolName, status, outcome } };
}

function approvalIdOf({ state }: ToolCall): string {
  return 'approvalId' in state && state.approvalId !== null ? state.approvalId : '';
}

function resolution({ type, data }: StoredEvent) {
  const decision = (data.decision ?? null) as 'approve' | 'reject' | 'edit' | null;
  const status =
    type === 'approval.expired'
      ? 'expired'
      : type === 'approval.withdrawn'
        ? 'cancelled'
        : decision === 'reject'
          ? 'rejected'
          : 'approved';
  return {
    status,
    decision,
    decided_by: (data.by ?? null) as string | null,
    feedback: (data.feedback ?? null) as string | null,
  } as const;
}

/** The signal for the runner that may execute: real arguments and the signed order. */
export function executionSignal(id: number, call: ToolCall, signedOrder: SignedOrder): StreamMessage {
  const { order } = signedOrder;
  return {
    id,
    event: 'tool.execution_signal',
    data: {
      tool_id: call.id,
      session_id: call.request.sessionId,
      tool_name: call.request.toolName,
      tool_params: order.call.arguments,
      signed_order: signedOrder,
      timestamp: order.issued_at,
    },
  };
}

/** The signal for runners that may say what the call would change or run. */
export function previewSignal(id: number, call: ToolCall, signedOrder: SignedPreviewOrder): StreamMessage {
  return {
    id,
    event: 'tool.preview_signal',
    data: {
      tool_id: call.id,
      session_id: call.request.sessionId,
      signed_order: signedOrder,
      timestamp: signedOrder.order.issued_at,
    },
  };
}
