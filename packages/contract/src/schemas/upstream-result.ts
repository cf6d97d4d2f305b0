import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { FreeObject, Nullable, PlainText, Strict, Uuid } from './primitives.ts';

/** U8: codes of what goes wrong on the way to a service; the first seven with the retryability everyone knows. */
export const upstreamErrors = {
  validation_error: { status: 422, retryable: false },
  token_exchange_failed: { status: 502, retryable: false },
  upstream_timeout: { status: 504, retryable: true },
  upstream_connection_error: { status: 502, retryable: true },
  circuit_open: { status: 503, retryable: true },
  poll_timeout: { status: 504, retryable: true },
  internal_error: { status: 500, retryable: false },
  template_error: { status: 422, retryable: false },
  destination_refused: { status: 403, retryable: false },
  redirect_refused: { status: 502, retryable: false },
  response_too_large: { status: 502, retryable: false },
  bad_response: { status: 502, retryable: false },
  tool_changed: { status: 409, retryable: false },
  tool_unavailable: { status: 410, retryable: false },
  rejected: { status: 403, retryable: false },
  approval_timeout: { status: 408, retryable: true },
  cancelled: { status: 409, retryable: false },
  unknown: { status: 502, retryable: false },
} as const satisfies Record<string, { status: number; retryable: boolean }>;
export type UpstreamErrorCode = keyof typeof upstreamErrors;

/** U8: the result of one execution. */
export const UpstreamResult = Strict({
  tool_id: Type.String(),
  status: Type.Enum(['completed', 'pending', 'failed']),
  result: Type.Unknown(),
  execution_time_ms: Type.Number(),
  upstream_status: Nullable(Type.Integer()),
  metadata: FreeObject,
});
export type UpstreamResult = Static<typeof UpstreamResult>;

/** U8: an execution that came to no result. Sent together with the members of a problem document. */
export const UpstreamError = Strict({
  message: Type.String(),
  error_code: Type.String(),
  tool_id: Nullable(Type.String()),
  upstream_status: Nullable(Type.Integer()),
  upstream_body: Nullable(Type.String()),
  is_retryable: Type.Boolean(),
  details: FreeObject,
});
export type UpstreamError = Static<typeof UpstreamError>;

export const ExecuteUpstreamRequest = Strict({
  arguments: Type.Optional(FreeObject),
  session_id: Type.Optional(Uuid),
  wait_ms: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: limits.waitMsMax,
      default: limits.waitMsMax,
      description: 'How long to wait for the end; 202 where it has not come',
    }),
  ),
  note: Type.Optional(PlainText({ maxLength: limits.agentNoteLengthMax })),
});
