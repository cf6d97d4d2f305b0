import {
  CountersignError,
  type JsonValue,
  problemOf,
  type UpstreamError,
  type UpstreamErrorCode,
  type UpstreamResult,
  upstreamErrors,
} from '@countersign/contract';
import { maskTexts, type RegisteredTool } from '@countersign/control-plane';
import { outcomeOf, type ToolCall } from '@countersign/tool-call';
import type { Answer } from '../http/route.ts';
import type { ServerContext } from '../server-context.ts';

/**
 * U8, U9: a call as `POST /api/tools/{tool_id}/execute` answers it. A result, also one in which the service said no, is
 * 200; a call that has not ended is 202; what came to no result is a problem with the members of U8 beside its own.
 */
export function executionAnswer({ plane }: Pick<ServerContext, 'plane'>, call: ToolCall): Answer {
  const { state } = call;
  const tool = plane.tools.find(call.request.toolName);
  const result = (value: UpstreamResult): Answer => ({ status: 200, body: value });
  switch (state.status) {
    case 'completed':
      return result(resultOf(call, tool, parsed(state.result), state.executionTimeMs));
    case 'failed': {
      const told = parsed(state.result);
      if (isResult(told)) return result(resultOf(call, tool, told, state.executionTimeMs ?? 0));
      const error = isError(told) ? told : errorOfFailure(call, tool);
      return problem(plane, { ...error, details: { call_id: call.id, ...error.details } });
    }
    case 'rejected':
      return problem(plane, errorOf(call, 'rejected'));
    case 'timeout':
      return problem(plane, errorOf(call, 'approval_timeout'));
    case 'cancelled':
      return problem(plane, errorOf(call, 'cancelled'));
    case 'unknown':
      return problem(plane, errorOf(call, 'unknown'));
    default:
      return pending(call, tool);
  }
}

function pending(call: ToolCall, tool: RegisteredTool | null): Answer {
  const { projectId, toolName } = call.request;
  const location = `/my/projects/${projectId}/tool-calls/${call.id}`;
  const body: UpstreamResult = {
    tool_id: toolName,
    status: 'pending',
    result: null,
    execution_time_ms: 0,
    upstream_status: null,
    metadata: { ...metadataOf(call, tool), status: call.state.status, location },
  };
  return { status: 202, body, headers: { location } };
}

/** Of a service it is a result already; of a built-in tool it becomes one. */
function resultOf(call: ToolCall, tool: RegisteredTool | null, told: unknown, timeMs: number): UpstreamResult {
  const metadata = metadataOf(call, tool);
  if (isResult(told)) return { ...told, metadata: { ...told.metadata, ...metadata } };
  return {
    tool_id: call.request.toolName,
    status: 'completed',
    result: told,
    execution_time_ms: timeMs,
    upstream_status: null,
    metadata,
  };
}

function metadataOf({ id, request, state }: ToolCall, tool: RegisteredTool | null): Record<string, JsonValue> {
  return {
    call_id: id,
    approval_id: 'approvalId' in state ? state.approvalId : null,
    risk_level: request.riskLevel,
    source: tool?.definition.upstream?.source ?? 'builtin',
    tool_version: request.toolVersion,
  };
}

function errorOfFailure(call: ToolCall, tool: RegisteredTool | null): UpstreamError {
  const { state } = call;
  if (state.status !== 'failed') throw new Error('only a failed call failed');
  switch (state.cause) {
    case 'invalid':
      return tool?.unavailable
        ? errorOf(call, 'tool_unavailable', state.error)
        : errorOf(call, 'validation_error', `Argument validation failed: ${state.error}`, {
            errors: state.error.split('; '),
          });
    case 'no_runner':
      return errorOf(call, 'upstream_connection_error');
    case 'execution':
      return errorOf(call, state.errorType === 'timeout' ? 'upstream_timeout' : 'internal_error', state.error, {
        result: parsed(state.result),
      });
  }
}

function errorOf(
  call: ToolCall,
  code: UpstreamErrorCode,
  message: string = outcomeOf(call)?.message ?? code,
  details: Record<string, unknown> = {},
): UpstreamError {
  return {
    message,
    error_code: code,
    tool_id: call.request.toolName,
    upstream_status: null,
    upstream_body: null,
    is_retryable: upstreamErrors[code].retryable,
    details: { call_id: call.id, ...details },
  };
}

/** RFC 9457 with the members of U8 beside its own; the status is that of what went wrong. */
function problem({ redactor }: ServerContext['plane'], error: UpstreamError): Answer {
  const code = Object.hasOwn(upstreamErrors, error.error_code)
    ? (error.error_code as UpstreamErrorCode)
    : 'internal_error';
  const { status } = upstreamErrors[code];
  const document = problemOf(new CountersignError('execution_failed', error.message, error));
  return {
    status,
    body: maskTexts(redactor, { ...document, status, retryable: error.is_retryable }),
    headers: { 'content-type': 'application/problem+json' },
  };
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}

function isResult(value: unknown): value is UpstreamResult {
  return hasAll(value, ['tool_id', 'status', 'result', 'execution_time_ms', 'upstream_status', 'metadata']);
}

function isError(value: unknown): value is UpstreamError {
  return hasAll(value, ['message', 'error_code', 'tool_id', 'is_retryable', 'details']);
}

function hasAll(value: unknown, names: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && names.every((name) => Object.hasOwn(value, name));
}
