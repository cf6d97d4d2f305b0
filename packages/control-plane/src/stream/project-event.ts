import { type CallStatus, type EventType, isoTime, type SignedOrder, type StreamMessage } from '@countersign/contract';
import { outcomeOf, type ToolCall } from '@countersign/tool-call';
import type { StoredEvent } from '../ports/records.ts';

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
 * one message, and the message's id is the entry's number: that is the whole resume rule.
 */
export function projectEvent(event: StoredEvent, call: ToolCall | null): StreamMessage | null {
  const { seq: id, type, data, subjectId, chainId } = event;
  const timestamp = isoTime(event.at);
  const base = { tool_id: subjectId, session_id: chainId, timestamp };
  const toolName = String(data.tool_name ?? '');
  switch (type) {
    case 'approval.requested':
      return {
        id,
        event: 'tool.approval_request',
        data: {
          ...base,
          approval_id: String(data.approval_id),
          tool_name: toolName,
          risk_level: data.risk_level as 'MEDIUM',
          timeout_seconds: data.timeout_seconds as number | null,
          description: String(data.description),
        },
      };
    case 'tool_call.approved':
      return {
        id,
        event: 'tool.execution_signal',
        data: { ...base, tool_name: toolName, tool_params: call === null ? null : JSON.parse(call.request.params) },
      };
    case 'tool_call.cancel_requested':
      return { id, event: 'tool.cancel_signal', data: base };
    case 'tool_call.completed':
    case 'tool_call.failed':
      if (data.cause === undefined || data.cause === 'execution') {
        const callStatus = type === 'tool_call.completed' ? 'completed' : 'failed';
        return { id, event: 'tool.result_ack', data: { ...base, status: 'received', call_status: callStatus } };
      }
      return statusMessage(id, base, toolName, 'failed', call);
    case 'approval.decided':
    case 'approval.expired':
    case 'approval.withdrawn':
      return { id, event: 'approval.resolved', data: { ...base, ...resolution(event) } };
    case 'session.created':
      return { id, event: 'session.created', data: { session_id: chainId, title: String(data.title), timestamp } };
    case 'grant.created':
      return {
        id,
        event: 'grant.created',
        data: {
          grant_id: subjectId,
          session_id: chainId,
          text: String(data.text),
          by: String(data.by),
          timestamp,
        },
      };
    case 'grant.revoked':
      return {
        id,
        event: 'grant.revoked',
        data: { grant_id: subjectId, session_id: chainId, by: String(data.by), timestamp },
      };
    default: {
      const status = statusAfter[type];
      return status === undefined ? null : statusMessage(id, base, toolName, status, call);
    }
  }
}

type Base = { readonly tool_id: string; readonly session_id: string; readonly timestamp: string };

function statusMessage(
  id: number,
  base: Base,
  toolName: string,
  status: CallStatus,
  call: ToolCall | null,
): StreamMessage {
  // A replayed entry may be about a call that has moved on; then its outcome is not this entry's to tell.
  const outcome = call?.state.status === status ? outcomeOf(call) : null;
  return { id, event: 'tool.status', data: { ...base, tool_name: toolName, status, outcome } };
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
    approval_id: String(data.approval_id),
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
