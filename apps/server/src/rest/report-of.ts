import type { SubmitResultRequest } from '@countersign/contract';
import type { Report } from '@countersign/control-plane';

export function reportOf(request: SubmitResultRequest): Report {
  return {
    status: request.status,
    result: request.result ?? null,
    error: request.error ?? null,
    errorType: request.error_type ?? null,
    executionTimeMs: request.execution_time_ms ?? null,
    fence: request.fence ?? null,
  };
}
