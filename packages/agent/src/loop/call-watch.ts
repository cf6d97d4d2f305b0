import type { ToolCallId } from '@countersign/contract';
import type { RunWork } from './run-work.ts';
import { watchRow } from './watch-row.ts';

/** Given as the reason because the one that is made otherwise costs as much as a call. */
const NOT_LISTENING = 'nobody listens any more';

/** Waits for changes of calls, and of the run they belong to. */
export class CallWatch {
  readonly #work: RunWork;
  readonly #stopWatchingRow: () => void;
  readonly #interrupt = (): void => this.#wake();
  #failure: { readonly error: unknown } | null = null;
  #waiting: (() => void) | null = null;

  constructor(work: RunWork) {
    this.#work = work;
    this.#stopWatchingRow = watchRow(work, (error) => {
      if (error !== null) this.#fail(error);
      else if (work.run.asked !== null) this.#wake();
    });
    work.signal.addEventListener('abort', this.#interrupt);
  }

  /** Resolves when one of them may have changed, or a person asked for something, at the latest at that time. */
  async change(callIds: readonly ToolCallId[], latest: number): Promise<void> {
    const { ports, run, signal } = this.#work;
    // Either may have happened since the caller looked.
    if (run.asked === null && !signal.aborted && this.#failure === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const listening = new AbortController();
      this.#waiting = resolve;
      const callOff = ports.clock.at(latest, resolve);
      ports.tools.changed(run, callIds, listening.signal).then(resolve, (error: unknown) => {
        if (!listening.signal.aborted) this.#fail(error);
      });
      await promise;
      callOff();
      this.#waiting = null;
      listening.abort(NOT_LISTENING);
    }
    if (this.#failure !== null) throw this.#failure.error;
  }

  close(): void {
    this.#stopWatchingRow();
    this.#work.signal.removeEventListener('abort', this.#interrupt);
  }

  #wake(): void {
    this.#waiting?.();
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    this.#waiting?.();
  }
}
