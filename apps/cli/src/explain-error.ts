import { UnreachableError } from '@countersign/client';
import { ConfigError } from '@countersign/config';
import { CountersignError, type ErrorCode, type Problem, problemOf } from '@countersign/contract';
import { CommanderError } from 'commander';
import { PolicyFileError } from './policy-file-error.ts';
import { StartError } from './start-error.ts';
import { ToldError } from './told-error.ts';
import { UsageError } from './usage-error.ts';

/** One sentence of what went wrong, and what to do next where there is something to do. */
export type Explanation = { readonly sentence: string; readonly next: string | null };

const nextOfCode: Partial<Record<ErrorCode, string>> = {
  unauthenticated:
    'Set COUNTERSIGN_TOKEN (or COUNTERSIGN_TOKEN_FILE) to a credential of this server, or run on the machine that started it.',
  forbidden: 'Use the credential of a user who may do this; people, projects and credentials need an administrator.',
  not_found: 'Check the id and the project: what belongs to projects you are not a member of is not shown.',
  already_decided: 'See who decided with `countersign approvals show ID`.',
  digest_mismatch: 'Look at the call again with `countersign approvals show ID` and decide on what it says now.',
  approval_expired: 'The agent has been told; it can ask again.',
  host_refused: 'Add the host name to allowed_hosts (COUNTERSIGN_ALLOWED_HOSTS) of the server.',
  run_ended: 'Give it as a new task in the same session: `countersign run --session ID "…"`.',
  model_unknown: 'See which there are with `countersign models`.',
  cannot_remember: 'Approve this call alone, without --scope.',
  unavailable: 'The server is starting or stopping: try again in a moment.',
  internal: 'Try again; if it stays, look at the log of the server.',
};

export function explainError(error: unknown): Explanation {
  if (error instanceof UnreachableError) {
    return {
      sentence: `${error.message}.`,
      next: 'Start it with `countersign start`, or say where it is with --server.',
    };
  }
  if (error instanceof CountersignError) {
    return { sentence: error.message, next: nextOfCode[error.code] ?? nextOfExecution(error) };
  }
  if (error instanceof ConfigError) {
    return {
      sentence: `${error.message}.`,
      next: 'See all settings and where they come from: `countersign config show --origin`.',
    };
  }
  if (error instanceof UsageError)
    return { sentence: `${error.message}.`, next: 'Add --help to see how the command is used.' };
  if (error instanceof PolicyFileError)
    return {
      sentence: error.message,
      next: `See everything that is to be changed: \`countersign policy lint ${error.path}\`.`,
    };
  if (error instanceof StartError) return explainStart(error);
  if (error instanceof ToldError) return { sentence: error.message, next: error.next };
  const message = error instanceof Error ? error.message : String(error);
  return { sentence: message, next: 'Set COUNTERSIGN_DEBUG=1 to see where it happened.' };
}

/** U8: a call that came to no result says whether it is worth trying again. */
function nextOfExecution({ code, details }: CountersignError): string | null {
  if (code !== 'execution_failed') return null;
  const said = `It is ${String(details.error_code)}`;
  return details.is_retryable === true
    ? `${said}: try again in a moment.`
    : `${said}: trying again as it is does not help.`;
}

function explainStart({ message }: StartError): Explanation {
  if (!/EADDRINUSE/.test(message)) return { sentence: message, next: 'What the server wrote above may say more.' };
  return {
    sentence: 'The port is in use.',
    next: 'Countersign may be running already: try `countersign approvals list`. Otherwise choose another with --port.',
  };
}

type LocalProblem = Omit<Problem, 'code' | 'status'> & { readonly code: string; readonly status: number | null };

/** The same for programs. What never was an answer of a server has no status. */
export function problemOfError(error: unknown): Problem | LocalProblem {
  if (error instanceof CountersignError) return problemOf(error);
  const code =
    error instanceof UnreachableError
      ? 'unreachable'
      : error instanceof ConfigError
        ? 'invalid_configuration'
        : error instanceof UsageError || error instanceof CommanderError
          ? 'usage'
          : 'internal';
  return {
    type: `urn:countersign:error:${code}`,
    title: explainError(error).sentence,
    status: null,
    detail: explainError(error).sentence,
    code,
    retryable: code === 'unreachable',
  };
}
