import type { ServerResult } from '../ports/server-executor.ts';
import type { Report } from './settle-call.ts';

const said = { result: null, error: null, errorType: null, executionTimeMs: null, fence: null };

/** One that failed after it was told to stop has stopped; the caller is told why it had to. */
export function reportOfResult({ aborted, reason }: AbortSignal, ended: ServerResult): Report {
  if (ended.ok) return { ...said, status: 'completed', result: ended.result };
  const { error, errorType = null, result = null } = ended;
  if (errorType === 'unknown') return { ...said, status: 'unknown' };
  if (!aborted) return { ...said, status: 'failed', error, errorType, result };
  const { name, message } = reason as DOMException;
  if (name !== 'TimeoutError') return { ...said, status: 'cancelled' };
  return { ...said, status: 'failed', error: message, errorType: 'timeout', result };
}

/** What a tool threw, as how it ended. */
export function resultOfError(error: unknown): ServerResult {
  return { ok: false, error: error instanceof Error ? error.message : String(error) };
}
