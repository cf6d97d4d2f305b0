import { limits as contractLimits, type JsonValue, type ToolResult } from '@countersign/contract';
import { ToolFailure } from '@countersign/local-tools';
import { cutText } from '@countersign/policy';
import type { Redactor } from '@countersign/redaction';
import type { Report } from './journal.ts';
import { limits } from './limits.ts';

/** Why an execution was told to stop before it had ended. */
export type StopReason = 'cancelled' | 'timeout' | 'lease' | 'shutdown';

const stopWords = {
  lease: 'The server gave this call up while it ran, so it was stopped. What it had done by then stays done.',
  shutdown: 'The runner was stopped while this ran. What it had done by then stays done.',
} as const;

/** T8: what is said of an execution that came to a result. */
export function completedReport(redactor: Redactor, result: ToolResult, durationMs: number): Report {
  const masked = redactor.json(result as unknown as JsonValue);
  if (Buffer.byteLength(JSON.stringify(masked)) > limits.reportBytesMax)
    return failedReport(
      redactor,
      'tool_exec',
      'The result is too large to be passed on: ask for a smaller piece.',
      durationMs,
    );
  return { status: 'completed', result: masked, execution_time_ms: durationMs };
}

/** The same of one that did not. What it printed until then goes along. */
export function failureReport(
  redactor: Redactor,
  error: unknown,
  stoppedBy: StopReason | null,
  durationMs: number,
): Report {
  // Whatever it was told: nobody knows how far it got.
  if (error instanceof ToolFailure && error.failureClass === 'unknown') return unknownReport(redactor, error.message);
  if (stoppedBy === 'cancelled') return { status: 'cancelled', execution_time_ms: durationMs };
  if (stoppedBy === 'timeout')
    return failedReport(
      redactor,
      'timeout',
      messageOf(error, 'It took longer than it may.'),
      durationMs,
      partOf(error),
    );
  if (stoppedBy !== null) return failedReport(redactor, 'tool_exec', stopWords[stoppedBy], durationMs, partOf(error));
  if (error instanceof ToolFailure)
    return failedReport(redactor, error.failureClass, error.message, durationMs, partOf(error));
  return failedReport(redactor, 'unknown', messageOf(error, 'The tool failed.'), durationMs);
}

export function failedReport(
  redactor: Redactor,
  errorType: NonNullable<Report['error_type']>,
  words: string,
  durationMs: number,
  result?: ToolResult | null,
): Report {
  const masked = result === undefined || result === null ? null : redactor.json(result as unknown as JsonValue);
  const fits = masked !== null && Buffer.byteLength(JSON.stringify(masked)) <= limits.reportBytesMax;
  return {
    status: 'failed',
    error: shortened(redactor, words),
    error_type: errorType,
    execution_time_ms: durationMs,
    ...(fits ? { result: masked } : {}),
  };
}

/** Nobody can say how far it got. */
export function unknownReport(redactor: Redactor, words: string): Report {
  return { status: 'unknown', error: shortened(redactor, words) };
}

function shortened(redactor: Redactor, words: string): string {
  return cutText(redactor.text(words), contractLimits.errorLengthMax);
}

function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}

/** What a command had printed before it was stopped. */
function partOf(error: unknown): ToolResult | null {
  return error instanceof ToolFailure ? (error.result ?? null) : null;
}
