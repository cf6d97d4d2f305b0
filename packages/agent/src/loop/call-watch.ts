import type { ToolCallId } from '@countersign/contract';
import type { RunWork } from './run-work.ts';
import { watchRow } from './watch-row.ts';

/** Hears of changes of calls, and of the run they belong to. What happens between two waits is not missed. */
export class CallWatch {
  readonly #work: RunWork;
  readonly #stopWatchingRow: () => void;
  readonly #interrupt = (): void => this.#wake();
  #listening = new AbortController();
  #hasChanged = false;
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

  /** For these alone from now on. To be called before they are looked at, so that nothing is missed in between. */
  listen(callIds: readonly ToolCallId[]): void {
    this.#listening.abort();
    const listening = new AbortController();
    this.#listening = listening;
    this.#hasChanged = false;
    this.#work.ports.tools.changed(this.#work.run, callIds, listening.signal).then(
      () => !listening.signal.aborted && this.#wake(),
      (error: unknown) => !listening.signal.aborted && this.#fail(error),
    );
  }

  /** Resolves when something may have changed since `listen`, at the latest at that time. */
  async change(latest: number): Promise<void> {
    if (!this.#hasChanged && this.#failure === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting = resolve;
      const callOff = this.#work.ports.clock.at(latest, resolve);
      await promise;
      callOff();
      this.#waiting = null;
    }
    if (this.#failure !== null) throw this.#failure.error;
  }

  close(): void {
    this.#listening.abort();
    this.#stopWatchingRow();
    this.#work.signal.removeEventListener('abort', this.#interrupt);
  }

  #wake(): void {
    this.#hasChanged = true;
    this.#waiting?.();
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    this.#waiting?.();
  }
}
