/** A failure with all there is to say about it: what happened, and what to do next. */
export class ToldError extends Error {
  readonly next: string | null;

  constructor(message: string, next: string | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ToldError';
    this.next = next;
  }
}
