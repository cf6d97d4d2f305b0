import type { CallStanding } from '@countersign/agent';
import { type JsonValue, settledStatuses } from '@countersign/contract';
import { outcomeOf, type ToolCall } from '@countersign/tool-call';
import type { ApprovalRecord } from '../ports/records.ts';
import { errorOf, resultOf } from '../views/tool-call-view.ts';

/** A call as the loop needs to know of it: how it stands, what came of it, and how long a person was waited for. */
export function callStanding(call: ToolCall, approval: ApprovalRecord | null): CallStanding {
  const { request, state } = call;
  const isSettled = settledStatuses.has(state.status);
  const { error, error_type } = errorOf(call);
  const settledAt = 'completedAt' in state ? state.completedAt : null;
  return {
    callId: call.id,
    toolName: request.toolName,
    status: state.status,
    isSettled,
    outcome: isSettled ? outcomeOf(call) : null,
    result: resultOf(call) as JsonValue,
    error,
    errorClass: error_type,
    submittedAt: request.createdAt,
    askedAt: approval?.requestedAt ?? null,
    // One that expired or was withdrawn ended with its call.
    answeredAt: approval === null || approval.status === 'pending' ? null : (approval.decision?.at ?? settledAt),
    settledAt,
  };
}
