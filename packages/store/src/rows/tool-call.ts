import type { AgentId, ProjectId, SessionId, ToolCallId, UserId } from '@countersign/contract';
import { type CallRequest, type CallState, defaultRejection, type ToolCall, wakeAt } from '@countersign/tool-call';
import type { ToolCallRow } from '../schema.ts';

/** What an edit by a human may change; all of it is written again then. */
export type RequestRow = Pick<
  ToolCallRow,
  | 'tool_params'
  | 'original_params'
  | 'digest'
  | 'policy_version'
  | 'risk_level'
  | 'rule_id'
  | 'reasons'
  | 'description'
  | 'tool_version'
  | 'target'
  | 'machine'
  | 'execution_timeout_ms'
>;

/** What every move may change. */
export type StateRow = Pick<
  ToolCallRow,
  | 'id'
  | 'version'
  | 'sealed_arguments'
  | 'approval_id'
  | 'requires_approval'
  | 'status'
  | 'state'
  | 'result'
  | 'error'
  | 'error_type'
  | 'executor'
  | 'execution_time_ms'
  | 'approved_at'
  | 'completed_at'
  | 'wake_at'
>;

export function callRow(call: ToolCall): ToolCallRow {
  const { request } = call;
  return {
    ...stateRow(call),
    ...requestRow(request),
    project_id: request.projectId,
    session_id: request.sessionId,
    user_id: request.userId,
    agent_id: request.agentId,
    tool_name: request.toolName,
    agent_note: request.agentNote,
    created_at: request.createdAt,
  };
}

export function requestRow(request: CallRequest): RequestRow {
  return {
    tool_params: request.params,
    original_params: request.originalParams,
    digest: request.digest,
    policy_version: request.policyVersion,
    risk_level: request.riskLevel,
    rule_id: request.ruleId,
    reasons: JSON.stringify(request.reasons),
    description: request.description,
    tool_version: request.toolVersion,
    target: request.target,
    machine: request.machine,
    execution_timeout_ms: request.executionTimeoutMs,
  };
}

export function stateRow({ id, version, request, state }: ToolCall): StateRow {
  const approvalId = 'approvalId' in state ? state.approvalId : null;
  return {
    id,
    version,
    sealed_arguments: request.sealedArguments,
    approval_id: approvalId,
    requires_approval: approvalId === null ? 0 : 1,
    status: state.status,
    state: stateText(state),
    result: 'result' in state ? state.result : null,
    ...errorOf(state),
    executor: 'executor' in state ? state.executor : null,
    execution_time_ms: 'executionTimeMs' in state ? state.executionTimeMs : null,
    approved_at: 'approvedAt' in state ? state.approvedAt : null,
    completed_at: 'completedAt' in state ? state.completedAt : null,
    wake_at: wakeAt(state),
  };
}

/** A result may be large and has a column of its own: it is not written twice. */
function stateText(state: CallState): string {
  if (!('result' in state) || state.result === null) return JSON.stringify(state);
  return JSON.stringify({ ...state, result: null });
}

function errorOf(state: CallState): Pick<ToolCallRow, 'error' | 'error_type'> {
  switch (state.status) {
    case 'failed':
      return { error: state.error, error_type: state.errorType };
    case 'timeout':
      return { error: 'Approval timeout', error_type: 'timeout' };
    case 'unknown':
      return { error: 'Contact with the executor was lost', error_type: 'unknown' };
    case 'rejected':
      return state.by.kind === 'policy'
        ? { error: state.by.reason, error_type: 'policy' }
        : { error: state.by.feedback ?? defaultRejection, error_type: null };
    case 'pending':
    case 'awaiting_approval':
    case 'approved':
    case 'executing':
    case 'completed':
    case 'cancelled':
      return { error: null, error_type: null };
  }
}

/** The columns come from `callRow`, so ids are what they were. */
export function callOf(row: ToolCallRow): ToolCall {
  const state = JSON.parse(row.state) as CallState;
  const request: CallRequest = {
    projectId: row.project_id as ProjectId,
    sessionId: row.session_id as SessionId,
    userId: row.user_id as UserId,
    agentId: row.agent_id as AgentId,
    toolName: row.tool_name,
    toolVersion: row.tool_version,
    target: row.target,
    machine: row.machine,
    sealedArguments: row.sealed_arguments,
    params: row.tool_params,
    originalParams: row.original_params,
    digest: row.digest,
    policyVersion: row.policy_version,
    riskLevel: row.risk_level,
    ruleId: row.rule_id,
    reasons: JSON.parse(row.reasons) as string[],
    description: row.description,
    agentNote: row.agent_note,
    executionTimeoutMs: row.execution_timeout_ms,
    createdAt: row.created_at,
  };
  return {
    id: row.id as ToolCallId,
    version: row.version,
    request,
    state: 'result' in state ? { ...state, result: row.result } : state,
  };
}
