import type { Clock } from './clock.ts';

/** Lets a loop rest until there is something to do. A ring while nobody rests is kept for the next rest. */
export class Wake {
  #isRung = false;
  #resume: (() => void) | null = null;

  ring(): void {
    this.#isRung = true;
    this.#resume?.();
  }

  /** Resolves when it rings, when the signal says stop, or at that time. */
  async rest(signal: AbortSignal, clock?: Clock, timeMs?: number): Promise<void> {
    if (!this.#isRung && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const resume = (): void => resolve();
      this.#resume = resume;
      signal.addEventListener('abort', resume, { once: true });
      const callOff = clock && timeMs !== undefined ? clock.at(timeMs, resume) : () => {};
      await promise;
      callOff();
      signal.removeEventListener('abort', resume);
      this.#resume = null;
    }
    this.#isRung = false;
  }
}
