/** No answer came: nobody listens there, the network is down, or the connection broke. */
export class UnreachableError extends Error {
  readonly url: string;
  /** True where the request certainly never left, so that repeating it is safe whatever it asks. */
  readonly isUnsent: boolean;

  constructor(url: string, isUnsent: boolean, cause: unknown) {
    super(`Countersign cannot be reached at ${url} (${reasonOf(cause)})`, { cause });
    this.name = 'UnreachableError';
    this.url = url;
    this.isUnsent = isUnsent;
  }
}

/** Codes of failures that happen before a request is written. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function unreachable(url: string, cause: unknown): UnreachableError {
  return new UnreachableError(url, unsentCodes.has(codeOf(cause) ?? ''), cause);
}

function reasonOf(cause: unknown): string {
  const message = cause instanceof Error && cause.message !== '' ? cause.message : null;
  return codeOf(cause) ?? message ?? 'no answer';
}

/** fetch hides the code of the socket in the cause of its own error. */
function codeOf(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  const { code } = cause as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : codeOf(cause.cause);
}
