import { errors } from 'undici';
import { UpstreamFailure } from '../upstream-failure.ts';

/** What an exchange had come to when it failed. */
export type ExchangeState = {
  /** Whether the service may have seen the request. */
  readonly hasLeft: boolean;
  /** Of its method. A key makes our own repetition harmless; whoever asks again makes another call, with another key. */
  readonly isIdempotent: boolean;
  readonly status: number | null;
  readonly timeoutMs: number;
};

/** In our words, of an error or of a reason why it was stopped from this side: what went wrong, whether it may be tried again, and whether it may have had an effect. */
export function failureOf(error: unknown, state: ExchangeState): UpstreamFailure {
  const { hasLeft, isIdempotent, status, timeoutMs } = state;
  const told = { ...(status === null ? {} : { upstreamStatus: status }), mayHaveRun: hasLeft && !isIdempotent };
  if (error === 'deadline')
    return new UpstreamFailure('upstream_timeout', `The service did not answer in full within ${timeoutMs} ms.`, told);
  if (error === 'cancelled') return new UpstreamFailure('cancelled', 'The request was cancelled.', told);
  if (error === 'too many interim answers')
    return new UpstreamFailure('bad_response', 'The service sent interim answers without end.', told);
  if (error instanceof UpstreamFailure) return hasLeft ? withWhatIsKnown(error, told) : error;
  const [code, message] = reasonOf(error, status);
  return new UpstreamFailure(code, message, { ...told, details: { reason: codeOf(error) }, cause: error });
}

type Told = { readonly upstreamStatus?: number; readonly mayHaveRun: boolean };

/** The same failure, with what the exchange has come to. */
function withWhatIsKnown({ code, message, details, isRetryable, cause }: UpstreamFailure, told: Told): UpstreamFailure {
  return new UpstreamFailure(code, message, { ...told, details, isRetryable, cause });
}

type Reason = readonly ['bad_response' | 'upstream_connection_error' | 'internal_error', string];

function reasonOf(error: unknown, status: number | null): Reason {
  const code = codeOf(error);
  if (code === 'UND_ERR_INVALID_ARG') return ['internal_error', 'The request could not be sent as it is.'];
  if (isNotHttp(error, code)) return ['bad_response', 'The service did not answer with HTTP that can be read.'];
  if (isDecompressionCode.test(code)) return ['bad_response', 'The answer cannot be decompressed.'];
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || (status !== null && code === 'UND_ERR_SOCKET'))
    return ['bad_response', 'The answer is not as long as it said, or ended before it was complete.'];
  return ['upstream_connection_error', `The connection to the service broke (${code}).`];
}

function isNotHttp(error: unknown, code: string): boolean {
  if (error instanceof errors.HTTPParserError || code === 'UND_ERR_HEADERS_OVERFLOW') return true;
  // How undici tells of an answer or a change of protocol that nobody asked for.
  return code === 'UND_ERR_SOCKET' && /^bad (response|upgrade)$/.test((error as Error).message);
}

/** zlib, brotli and zstd each name what they cannot read in their own way. */
const isDecompressionCode = /^(Z_|ZSTD_|ERR__|ERR_BROTLI|ERR_ZLIB|ERR_PADDING|ERR_BUFFER)|^ERR_STREAM_PREMATURE_CLOSE$/;

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'unknown';
}
