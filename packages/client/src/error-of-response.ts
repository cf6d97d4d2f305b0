import { CountersignError, type ErrorCode, errorRegistry } from '@countersign/contract';

/**
 * The error an answer stands for. A problem document gives code, sentence and details; anything else (a proxy's page,
 * a redirect) is told by its status. The status as received is always in the details.
 */
export function errorOfResponse(status: number, text: string): CountersignError {
  const problem = parseProblem(text);
  if (problem === null) return new CountersignError(codeOfStatus(status), sentenceOf(status), { status });
  const { type: _, title, detail, code, retryable: __, ...details } = problem;
  const known = typeof code === 'string' && Object.hasOwn(errorRegistry, code);
  const message = typeof detail === 'string' ? detail : typeof title === 'string' ? title : sentenceOf(status);
  return new CountersignError(
    known ? (code as ErrorCode) : codeOfStatus(status),
    message,
    // A newer server may know codes that this client does not: they are passed on.
    known ? { ...details, status } : { ...details, status, code },
  );
}

function parseProblem(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && 'code' in value ? { ...value } : null;
  } catch {
    return null;
  }
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 502 || status === 503 || status === 504) return 'unavailable';
  if (status >= 500) return 'internal';
  const found = Object.entries(errorRegistry).find(([, entry]) => entry.status === status);
  return (found?.[0] as ErrorCode | undefined) ?? 'invalid_request';
}

function sentenceOf(status: number): string {
  if (status >= 300 && status < 400)
    return `the server answered with a redirect (${status}): use the address it has now`;
  return `the server answered ${status} without saying why: is this address a Countersign server?`;
}
