import { limits as contractLimits } from '@countersign/contract';
import { holdable, wholeBefore } from '../cut-text.ts';
import type { RunWork } from './run-work.ts';

/**
 * What a model says while it says it, put together for a moment and passed on in order. A step that is quicker than that moment
 * passes nothing on: its text is in the commit.
 */
export class SpokenOutput {
  readonly #work: RunWork;
  #waiting = '';
  #offset = 0;
  #sent: Promise<void> = Promise.resolve();
  #callOff: (() => void) | null = null;

  constructor(work: RunWork) {
    this.#work = work;
  }

  add(text: string): void {
    this.#waiting += text;
    if (this.#callOff !== null) return;
    const { clock } = this.#work.ports;
    this.#callOff = clock.at(clock.now() + this.#work.settings.outputFlushMs, () => {
      this.#callOff = null;
      this.#flush();
    });
  }

  /** After the last word: what was begun is told to its end. */
  async end(): Promise<void> {
    this.stop();
    if (this.#offset > 0) this.#flush();
    await this.#sent;
  }

  stop(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #flush(): void {
    const { run, ports } = this.#work;
    const { turnId } = run;
    while (this.#waiting !== '' && turnId !== null && this.#offset < contractLimits.outputLengthMax) {
      const end = wholeBefore(this.#waiting, Math.min(this.#waiting.length, contractLimits.outputChunkLengthMax));
      // Half of a character waits for its other half.
      if (end === 0) return;
      const piece = { turnId, offset: this.#offset, text: holdable(this.#waiting.slice(0, end)) };
      this.#waiting = this.#waiting.slice(end);
      this.#offset += end;
      // Lost pieces are no loss: the step is committed whole, and a store that fails says so then.
      this.#sent = this.#sent.then(() => ports.journal.output(run, piece)).catch(() => {});
    }
  }
}
