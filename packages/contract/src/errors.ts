/**
 * The one table of everything that can be refused or go wrong: code -> HTTP status, may the same request be tried
 * again as it is, and a title. Every edge renders from it; docs/generated/errors.md is made from it.
 */
export const errorRegistry = {
  malformed_json: { status: 400, retryable: false, title: 'The body is not valid JSON' },
  invalid_request: { status: 400, retryable: false, title: 'The request does not match its schema' },
  unauthenticated: { status: 401, retryable: false, title: 'A valid credential is needed' },
  forbidden: { status: 403, retryable: false, title: 'This credential may not do that' },
  csrf_refused: { status: 403, retryable: false, title: 'The request did not prove that it comes from the page' },
  origin_refused: { status: 403, retryable: false, title: 'Requests from that origin are refused' },
  not_found: { status: 404, retryable: false, title: 'There is no such thing here for you' },
  method_not_allowed: { status: 405, retryable: false, title: 'That method is not offered here' },
  already_decided: { status: 409, retryable: false, title: 'Someone decided otherwise first' },
  digest_mismatch: { status: 409, retryable: false, title: 'The call is not the one that was shown' },
  illegal_transition: { status: 409, retryable: false, title: 'The call cannot make that move from where it is' },
  not_claimed: { status: 409, retryable: false, title: 'A result needs a claim' },
  stale_fence: { status: 409, retryable: false, title: 'Another claim has taken the place of yours' },
  already_claimed: { status: 409, retryable: false, title: 'Another executor has the call' },
  name_taken: { status: 409, retryable: false, title: 'That name is in use' },
  run_ended: { status: 409, retryable: false, title: 'The run has ended' },
  inventory_changed: { status: 409, retryable: false, title: 'The service offers other tools than were shown' },
  last_owner: { status: 409, retryable: false, title: 'A project needs an owner' },
  policy_changed: { status: 409, retryable: false, title: 'The policy file is another than the one you began with' },
  policy_unwritable: { status: 409, retryable: false, title: 'The policy file cannot be written from here' },
  conflict: { status: 409, retryable: true, title: 'Too many changes at once' },
  approval_expired: { status: 410, retryable: false, title: 'The deadline for this decision has passed' },
  link_spent: { status: 410, retryable: false, title: 'That link was used already or is too old' },
  code_spent: { status: 410, retryable: false, title: 'That pairing code was used already or is too old' },
  body_too_large: { status: 413, retryable: false, title: 'The body is larger than the limit' },
  unsupported_media_type: { status: 415, retryable: false, title: 'Send application/json' },
  host_refused: { status: 421, retryable: false, title: 'This server does not answer to that host name' },
  arguments_refused: { status: 422, retryable: false, title: 'The arguments cannot be used' },
  idempotency_mismatch: { status: 422, retryable: false, title: 'That key was used for a different request' },
  cannot_show: { status: 422, retryable: false, title: 'The call cannot be shown, so it cannot be approved' },
  cannot_remember: { status: 422, retryable: false, title: 'That decision cannot be remembered' },
  policy_refused: { status: 422, retryable: false, title: 'The policy cannot be used' },
  model_unknown: { status: 422, retryable: false, title: 'There is no such model, or it is not ready' },
  import_failed: { status: 422, retryable: false, title: 'No tools could be taken from there' },
  execution_failed: { status: 502, retryable: false, title: 'The tool came to no result' },
  upgrade_required: { status: 426, retryable: false, title: 'Connect with a WebSocket' },
  too_many_attempts: { status: 429, retryable: true, title: 'Too many attempts at once' },
  headers_too_large: { status: 431, retryable: false, title: 'The address or the headers are longer than the limit' },
  internal: { status: 500, retryable: true, title: 'Something went wrong here' },
  unavailable: { status: 503, retryable: true, title: 'Not ready to serve' },
} as const satisfies Record<string, { status: number; retryable: boolean; title: string }>;

export type ErrorCode = keyof typeof errorRegistry;

/** Said beside the problem's own members (type, title, status, detail, code, retryable), which it cannot replace. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** The one exception for requests that are refused and for faults. Its message says what to do next. */
export class CountersignError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'CountersignError';
    this.code = code;
    this.details = details;
  }
}

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly retryable: boolean;
} & ErrorDetails;

/** RFC 9457 problem document of an error: the only shape in which a failure leaves over HTTP or WebSocket. */
export function problemOf(error: CountersignError): Problem {
  const { status, retryable, title } = errorRegistry[error.code];
  return {
    ...error.details,
    type: `urn:countersign:error:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    retryable,
  };
}
