import { type ExecuteResponse, isoTime, type ToolCallView } from '@countersign/contract';
import { outcomeOf, type ToolCall } from '@countersign/tool-call';

/** L10: the record of a call as anyone entitled sees it. */
export function toolCallView(call: ToolCall): ToolCallView {
  const { request, state } = call;
  return {
    tool_id: call.id,
    user_id: request.userId,
    project_id: request.projectId,
    session_id: request.sessionId,
    agent_id: request.agentId,
    approval_id: approvalIdOf(call),
    runner_id: 'executor' in state && state.executor !== 'server' ? state.executor : null,
    tool_name: request.toolName,
    tool_version: request.toolVersion,
    tool_params: JSON.parse(request.params),
    original_params: request.originalParams === null ? null : JSON.parse(request.originalParams),
    description: request.description,
    result: resultOf(call),
    risk_level: request.riskLevel,
    requires_approval: requiresApproval(call),
    status: state.status,
    outcome: outcomeOf(call),
    ...errorOf(call),
    execution_time_ms: 'executionTimeMs' in state ? state.executionTimeMs : null,
    digest: request.digest,
    version: call.version,
    deadline_at: 'deadlineAt' in state ? timeOrNull(state.deadlineAt) : null,
    cancel_requested_at: 'cancelRequestedAt' in state ? timeOrNull(state.cancelRequestedAt) : null,
    created_at: isoTime(request.createdAt),
    approved_at: 'approvedAt' in state ? timeOrNull(state.approvedAt) : null,
    completed_at: 'completedAt' in state ? isoTime(state.completedAt) : null,
  };
}

export function executeResponse(call: ToolCall): ExecuteResponse {
  return {
    success: call.state.status === 'completed',
    tool_id: call.id,
    tool_name: call.request.toolName,
    status: call.state.status,
    result: resultOf(call),
    ...errorOf(call),
    approval_id: approvalIdOf(call),
    risk_level: call.request.riskLevel,
    requires_approval: requiresApproval(call),
    outcome: outcomeOf(call),
  };
}

/** One that waits for a preview is one that a person will be asked about. */
function requiresApproval(call: ToolCall): boolean {
  return call.state.status === 'pending' || approvalIdOf(call) !== null;
}

function approvalIdOf({ state }: ToolCall) {
  return 'approvalId' in state ? state.approvalId : null;
}

export function resultOf({ state }: ToolCall): unknown {
  return 'result' in state && state.result !== null ? JSON.parse(state.result) : null;
}

/** What went wrong, and its class (T8). A human's refusal is no error of any class. */
export function errorOf(call: ToolCall): Pick<ToolCallView, 'error' | 'error_type'> {
  const { state } = call;
  switch (state.status) {
    case 'failed':
      return { error: state.error, error_type: state.errorType };
    case 'timeout':
      return { error: 'Approval timeout', error_type: 'timeout' };
    case 'rejected':
      return { error: outcomeOf(call)!.message, error_type: state.by.kind === 'policy' ? 'policy' : null };
    case 'unknown':
      return { error: outcomeOf(call)!.message, error_type: 'unknown' };
    default:
      return { error: null, error_type: null };
  }
}

function timeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
