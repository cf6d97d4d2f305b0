import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { cleanText } from '../inventory/clean-text.ts';
import { UpstreamFailure } from '../upstream-failure.ts';

/** What is known when something goes wrong on the way to a server. */
export type FailureContext = {
  /** Whether a call may have reached it: then nobody knows what it did. */
  readonly isSent: boolean;
  /** What is called may be called twice without harm, by the administrator's word. */
  readonly isReadOnly: boolean;
  readonly isCancelled: boolean;
  /** What the server last said on stderr. */
  readonly stderr: string;
};

/** Names of faults that come before anything is sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENOENT',
  'EACCES',
]);

/** Why a server gave no result, in our words. */
export function mcpFailure(error: unknown, context: FailureContext): UpstreamFailure {
  const known = ofOurs(error);
  if (known !== null) return known;
  const mayHaveRun = context.isSent && !context.isReadOnly;
  const ended = context.stderr === '' ? '' : ` It last said: ${cleanText(context.stderr, 500)}`;
  if (context.isCancelled) {
    return new UpstreamFailure('cancelled', 'The call was cancelled; the MCP server was told.', {
      mayHaveRun,
      cause: error,
    });
  }
  if (error instanceof SdkHttpError) return ofStatus(error, mayHaveRun);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return new UpstreamFailure('upstream_timeout', 'The MCP server did not answer in time.', {
      mayHaveRun,
      cause: error,
    });
  }
  if (error instanceof SdkError && isMisunderstanding(error.code)) {
    return new UpstreamFailure(
      'bad_response',
      `The MCP server answered with something else than a result: ${cleanText(error.message, 500)}`,
      { mayHaveRun, cause: error },
    );
  }
  if (error instanceof ProtocolError) {
    return new UpstreamFailure('bad_response', `The MCP server refused: ${cleanText(error.message, 500)}`, {
      cause: error,
    });
  }
  const isEarly = !context.isSent || beforeSending.has(codeOf(error));
  const what = isEarly ? 'The MCP server cannot be reached' : 'The connection to the MCP server was lost';
  return new UpstreamFailure('upstream_connection_error', `${what}: ${cleanText(messageOf(error), 500)}.${ended}`, {
    mayHaveRun: mayHaveRun && !isEarly,
    cause: error,
  });
}

function isMisunderstanding(code: SdkErrorCode): boolean {
  return [
    SdkErrorCode.InvalidResult,
    SdkErrorCode.UnsupportedResultType,
    SdkErrorCode.InputRequiredRoundsExceeded,
    SdkErrorCode.CapabilityNotSupported,
    SdkErrorCode.MethodNotSupportedByProtocolVersion,
    SdkErrorCode.ClientHttpUnexpectedContent,
  ].includes(code);
}

/** A status below 500 is an answer to the request: it was not carried out. */
function ofStatus(error: SdkHttpError, mayHaveRun: boolean): UpstreamFailure {
  const { status } = error;
  const isRefused = status >= 400 && status < 500;
  const advice = status === 401 || status === 403 ? ': check auth of the source' : '';
  return new UpstreamFailure(
    isRefused ? 'bad_response' : 'upstream_connection_error',
    `The MCP server answered with HTTP ${status}${advice}.`,
    {
      upstreamStatus: status,
      mayHaveRun: mayHaveRun && !isRefused,
      cause: error,
    },
  );
}

/** One of our own refusals may be wrapped by who called us. */
function ofOurs(error: unknown): UpstreamFailure | null {
  for (
    let each = error, depth = 0;
    each instanceof Error && depth < 5;
    each = each.cause ?? (each as { data?: { cause?: unknown } }).data?.cause, depth += 1
  ) {
    if (each instanceof UpstreamFailure) return each;
  }
  return null;
}

function codeOf(error: unknown): string {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const { code } = each as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
  }
  return '';
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  return (cause === '' || message.includes(cause) ? message : `${message}: ${cause}`).replace(/\.$/, '');
}
