import type { JsonValue, UpstreamErrorCode, UpstreamResult } from '@countersign/contract';
import type { ServerResult } from '@countersign/control-plane';
import { resultOfResponse, type UpstreamFailure, type UpstreamResponse } from '@countersign/upstream';

/** What is known of an execution besides what came of it. */
export type Execution = {
  readonly toolId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly metadata: Readonly<Record<string, JsonValue>>;
};

type Came = Pick<UpstreamResult, 'status' | 'result' | 'upstream_status' | 'metadata'>;

/** U8: what a service answered, as it is recorded. A no of the service is a result too: the call failed, and this is why. */
export function resultOfAnswer(response: UpstreamResponse, execution: Execution): ServerResult {
  return recorded(resultOfResponse(response), execution, `The service answered ${response.status}.`);
}

/** The same for whatever came of an execution; `error` is said where it failed. */
export function recorded(came: Came, { toolId, startedAt, endedAt, metadata }: Execution, error: string): ServerResult {
  const result: UpstreamResult = {
    tool_id: toolId,
    status: came.status,
    result: came.result,
    execution_time_ms: Math.max(0, endedAt - startedAt),
    upstream_status: came.upstream_status,
    metadata: { ...came.metadata, ...metadata },
  };
  return came.status === 'completed' ? { ok: true, result } : { ok: false, error, errorType: 'tool_exec', result };
}

/** The answer as a value. */
export function answerValue(response: UpstreamResponse): JsonValue {
  return resultOfResponse(response).result as JsonValue;
}

const errorTypes: Partial<Record<UpstreamErrorCode, 'timeout' | 'policy' | 'validation'>> = {
  upstream_timeout: 'timeout',
  poll_timeout: 'timeout',
  destination_refused: 'policy',
  redirect_refused: 'policy',
  tool_changed: 'policy',
  tool_unavailable: 'policy',
  template_error: 'validation',
};

/** U8: why it came to no result, as it is recorded. */
export function resultOfFailure(failure: UpstreamFailure, toolId: string): ServerResult {
  return {
    ok: false,
    error: failure.message,
    errorType: errorTypes[failure.code] ?? 'tool_exec',
    result: failure.toError(toolId),
  };
}
