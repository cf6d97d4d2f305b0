import { ModelError } from '../ports.ts';
import { stepLimits } from './limits.ts';
import type { ProviderName } from './load-sdk.ts';
import { retryAfterMsOf } from './retry-after.ts';

type From = { readonly provider: ProviderName; readonly apiKey: string | null };

/** What the AI SDK's errors have in common, whether thrown or met in a stream. */
type Failure = {
  readonly name: string;
  readonly message: string;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Everything the provider said, to look for its own name of what is wrong. */
  readonly said: string;
  readonly cause: unknown;
};

/** Any failure of a step, by its class: what the loop does about it depends on nothing else. */
export function modelErrorOf(error: unknown, { provider, apiKey }: From): ModelError {
  if (error instanceof ModelError) return error;
  const failure = failureOf(error);
  const { errorClass, isRetryable, advice = '' } = verdictOn(failure, provider);
  const said = withoutKey(failure.message, apiKey).replace(/\s+/g, ' ').slice(0, stepLimits.errorLengthMax);
  const status = failure.status === null ? '' : ` (${failure.status})`;
  const words = `${provider}${status}: ${said}${advice === '' ? '' : ` ${advice}`}`;
  return new ModelError(errorClass, words, {
    isRetryable,
    retryAfterMs: isRetryable ? retryAfterMsOf(failure.headers, Date.now()) : null,
  });
}

type Verdict = Pick<ModelError, 'errorClass' | 'isRetryable'> & { readonly advice?: string };

const isOverflow =
  /context_length_exceeded|context[ _]?(length|window|size)|prompt is too long|maximum (context|prompt|input)|too many (input )?tokens|exceeds? the (available|maximum) context|request_too_large/i;
const isUsedUp = /insufficient_quota|exceeded your current quota|credit balance|billing|payment required/i;
const isOverload = /overloaded|server_is_overloaded|slow_down/i;

function verdictOn(failure: Failure, provider: ProviderName): Verdict {
  const { status, said } = failure;
  const name = provider.toUpperCase();
  if (status === null || status < 400) return withoutStatus(failure);
  if (status === 401 || status === 403)
    return { errorClass: 'auth', isRetryable: false, advice: `Look at COUNTERSIGN_${name}_API_KEY.` };
  if (status === 402 || ((status === 429 || status === 400) && isUsedUp.test(said)))
    return { errorClass: 'rate_limit', isRetryable: false, advice: 'The account has nothing left to spend.' };
  if (status === 413 || (status < 500 && status !== 429 && isOverflow.test(said)))
    return { errorClass: 'context_overflow', isRetryable: false };
  if (status === 429) return { errorClass: 'rate_limit', isRetryable: true };
  if (status === 408) return { errorClass: 'timeout', isRetryable: true };
  if (status === 409 || status === 425) return { errorClass: 'provider', isRetryable: true };
  if (status === 404)
    return { errorClass: 'provider', isRetryable: false, advice: 'Look at the name in models, and at the address.' };
  if (status < 500) return { errorClass: 'validation', isRetryable: false };
  if (status === 529 || (status >= 502 && status <= 504) || isOverload.test(said))
    return { errorClass: 'overloaded', isRetryable: true };
  return { errorClass: 'provider', isRetryable: true };
}

const notOurs = new Set(['AI_InvalidPromptError', 'AI_UnsupportedFunctionalityError', 'AI_InvalidArgumentError']);
const networkCodes =
  /^(E(CONN|HOST|NET|PIPE|TIMEDOUT|AI_)|ENOTFOUND|UND_ERR_|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL)/;

/** No answer at all, or one that begins well and goes wrong. */
function withoutStatus({ name, said, cause }: Failure): Verdict {
  if (isOverload.test(said)) return { errorClass: 'overloaded', isRetryable: true };
  if (codesOf(cause).some((code) => code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT'))
    return { errorClass: 'timeout', isRetryable: true };
  if (codesOf(cause).some((code) => networkCodes.test(code))) return { errorClass: 'network', isRetryable: true };
  if (/redirect/.test(said))
    return { errorClass: 'provider', isRetryable: false, advice: 'Set the address to where it leads.' };
  if (/Cannot connect to API|terminated|fetch failed/.test(said)) return { errorClass: 'network', isRetryable: true };
  if (notOurs.has(name)) return { errorClass: 'validation', isRetryable: false };
  return { errorClass: 'provider', isRetryable: true };
}

function failureOf(error: unknown): Failure {
  const fields = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const message = typeof fields.message === 'string' ? fields.message : typeof error === 'string' ? error : '';
  const status = typeof fields.statusCode === 'number' ? fields.statusCode : null;
  const body = typeof fields.responseBody === 'string' ? fields.responseBody : '';
  return {
    name: typeof fields.name === 'string' ? fields.name : '',
    message: message === '' ? 'It failed without a word.' : message,
    status,
    headers: (fields.responseHeaders ?? {}) as Failure['headers'],
    said: `${message} ${wordOf(fields.code)} ${wordOf(fields.type)} ${body}`,
    cause: error,
  };
}

function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Of an error and what it comes from, down to the socket. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return [...(typeof code === 'string' ? [code] : []), ...codesOf(cause, depth + 1)];
}

function withoutKey(text: string, apiKey: string | null): string {
  return apiKey === null || apiKey === '' ? text : text.replaceAll(apiKey, '***');
}
