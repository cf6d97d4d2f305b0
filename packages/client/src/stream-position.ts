import type { StreamBlock } from './parse-event-stream.ts';

/**
 * Where a reader is in the log. One entry of the log is at most one message, so that a block at or before the last
 * place was seen: a server that resumes a little early never makes an event happen twice.
 */
export class StreamPosition {
  #last: number | null;

  constructor(after: number | null) {
    this.#last = after;
  }

  get last(): number | null {
    return this.#last;
  }

  /** Moves on to the block's place; false for one that was passed already. A block without a place is always new. */
  accept({ id }: StreamBlock): boolean {
    if (id === null) return true;
    if (this.#last !== null && id <= this.#last) return false;
    this.#last = id;
    return true;
  }
}
