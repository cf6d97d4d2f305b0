import { type UpstreamError, type UpstreamErrorCode, upstreamErrors } from '@countersign/contract';

type Details = {
  readonly upstreamStatus?: number;
  /** What the service said, cut. */
  readonly upstreamBody?: string;
  /** True where the request left and nobody can say whether it had an effect: then trying again is not safe. */
  readonly mayHaveRun?: boolean;
  /** Instead of what the code says. */
  readonly isRetryable?: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
};

/** Why an execution came to no result (U8). Its message says what to do next, and holds no secret. */
export class UpstreamFailure extends Error {
  readonly code: UpstreamErrorCode;
  readonly upstreamStatus: number | null;
  readonly upstreamBody: string | null;
  readonly isRetryable: boolean;
  readonly mayHaveRun: boolean;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: UpstreamErrorCode, message: string, given: Details = {}) {
    super(message, given.cause === undefined ? undefined : { cause: given.cause });
    this.name = 'UpstreamFailure';
    this.code = code;
    this.upstreamStatus = given.upstreamStatus ?? null;
    this.upstreamBody = given.upstreamBody ?? null;
    this.mayHaveRun = given.mayHaveRun ?? false;
    this.isRetryable = (given.isRetryable ?? upstreamErrors[code].retryable) && !this.mayHaveRun;
    this.details = { ...given.details, ...(this.mayHaveRun ? { may_have_run: true } : {}) };
  }

  /** As it is recorded and answered. */
  toError(toolId: string): UpstreamError {
    return {
      message: this.message,
      error_code: this.code,
      tool_id: toolId,
      upstream_status: this.upstreamStatus,
      upstream_body: this.upstreamBody,
      is_retryable: this.isRetryable,
      details: { ...this.details },
    };
  }
}
