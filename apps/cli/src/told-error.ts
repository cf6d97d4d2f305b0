import type { ExitCode } from './exit-codes.ts';

/** A failure with all there is to say about it: what happened, what to do next, and what scripts are told. */
export class ToldError extends Error {
  readonly next: string | null;
  readonly exitCode: ExitCode;

  constructor(
    message: string,
    { next = null, exitCode = 1, cause }: { next?: string | null; exitCode?: ExitCode; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ToldError';
    this.next = next;
    this.exitCode = exitCode;
  }
}
