import { Readable } from 'node:stream';

/**
 * Bodies of lines that are made while they are read: no faster than the reader takes them, and no longer than there is
 * one. A server that closes cuts them off; whoever reads one notices that its end is missing.
 */
export class Downloads {
  readonly #open = new Set<Readable>();

  /** Each text is a line or several, with their ends. */
  start(texts: AsyncIterable<string>): Readable {
    const body = Readable.from(texts);
    this.#open.add(body);
    body.once('close', () => this.#open.delete(body));
    return body;
  }

  close(): void {
    for (const body of this.#open) body.destroy();
  }
}
