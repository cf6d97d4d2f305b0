import type { Readable } from 'node:stream';
import { closed } from './closed.ts';
import { startFailure } from './start-failure.ts';

/** What bubblewrap tells of itself, a line of JSON each: the first process inside, and that the command ended. */
export class SandboxReport {
  #text = '';
  #first: number | null = null;
  readonly #closed: Promise<unknown>;

  constructor(stream: Readable, onFirst: (pid: number) => void) {
    this.#closed = closed(stream);
    stream.setEncoding('latin1').on('data', (piece: string) => {
      this.#text += piece;
      const first = /"child-pid": (\d+)/.exec(this.#text)?.[1];
      if (first === undefined || this.#first !== null) return;
      this.#first = Number(first);
      onFirst(this.#first);
    });
  }

  /** Its number outside; null until it is told. */
  get first(): number | null {
    return this.#first;
  }

  /** All was told. Comes with the end of the sandbox, before or after the system says so. */
  async ended(): Promise<void> {
    await this.#closed;
  }

  /** Why the sandbox could not be made or the program not be started, from its complaints; null where the command ran. */
  refusal(complaint: string): string | null {
    const execution = /^bwrap: execvp (.*): ([^:\n]+)\n$/s.exec(complaint);
    if (execution !== null) return startFailure(execution[1]!, execution[2]!);
    // It can only tell how the command ended where it began.
    if (this.#text.includes('"exit-code"')) return null;
    return `The sandbox could not be made: ${complaint.trim() || 'it ended before the command began'}.`;
  }
}
