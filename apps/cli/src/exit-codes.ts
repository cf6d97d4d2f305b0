import { UnreachableError } from '@countersign/client';
import { ConfigError } from '@countersign/config';
import {
  CountersignError,
  type ErrorCode,
  errorRegistry,
  type RunStatus,
  type ToolCallView,
} from '@countersign/contract';
import { ToldError } from './told-error.ts';
import { UsageError } from './usage-error.ts';

/** What the command says to whoever called it from a script. */
export const exitCodes = {
  ok: 0,
  error: 1,
  rejected: 2,
  timedOut: 3,
  notAuthorized: 4,
  unreachable: 5,
  /** Of a run: it could not go on, one of its limits ended it, a person ended it. */
  runFailed: 6,
  runStopped: 7,
  runCancelled: 8,
  usage: 64,
  /** Whoever watched a run left before it had ended; as a shell says that Ctrl+C ended a program. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const codesOfErrors: Partial<Record<ErrorCode, ExitCode>> = { approval_expired: exitCodes.timedOut };
/** Of calls that came to no result, by what they say of it. */
const codesOfExecutions: Readonly<Record<string, ExitCode>> = {
  rejected: exitCodes.rejected,
  approval_timeout: exitCodes.timedOut,
};

export function exitCodeOfError(error: unknown): ExitCode {
  if (error instanceof UnreachableError) return exitCodes.unreachable;
  if (error instanceof UsageError || error instanceof ConfigError) return exitCodes.usage;
  if (error instanceof ToldError) return error.exitCode;
  if (!(error instanceof CountersignError)) return exitCodes.error;
  if (error.code === 'execution_failed') return codesOfExecutions[String(error.details.error_code)] ?? exitCodes.error;
  const { status } = errorRegistry[error.code];
  return codesOfErrors[error.code] ?? (status === 401 || status === 403 ? exitCodes.notAuthorized : exitCodes.error);
}

/** How a call that somebody waited for ended. One that has not ended is no failure. */
export function exitCodeOfCall(status: ToolCallView['status']): ExitCode {
  switch (status) {
    case 'rejected':
      return exitCodes.rejected;
    case 'timeout':
      return exitCodes.timedOut;
    case 'failed':
    case 'cancelled':
    case 'unknown':
      return exitCodes.error;
    case 'completed':
    case 'pending':
    case 'awaiting_approval':
    case 'approved':
    case 'executing':
      return exitCodes.ok;
  }
}

/** How a run that somebody waited for ended. One that has not ended is no failure. */
export function exitCodeOfRun(status: RunStatus): ExitCode {
  switch (status) {
    case 'failed':
      return exitCodes.runFailed;
    case 'stopped':
      return exitCodes.runStopped;
    case 'cancelled':
      return exitCodes.runCancelled;
    case 'completed':
    case 'queued':
    case 'running':
    case 'paused':
      return exitCodes.ok;
  }
}
