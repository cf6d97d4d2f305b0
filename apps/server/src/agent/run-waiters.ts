import type { RunId } from '@countersign/contract';
import type { Clock, FeedEvent, Store } from '@countersign/control-plane';
import { runEnds } from './active-runs.ts';

/** Whoever waits for a run is only a viewer of its row: nothing is kept for runs that nobody watches. */
export class RunWaiters {
  readonly #clock: Clock;
  readonly #waiters = new Map<string, Set<() => void>>();
  readonly #unsubscribe: () => void;

  constructor(store: Pick<Store, 'subscribe'>, clock: Clock) {
    this.#clock = clock;
    this.#unsubscribe = store.subscribe((events) => this.#look(events));
  }

  /**
   * Resolves when the run ends, the time is up or `signal` aborts; it watches from now on. Whoever waits reads the row
   * itself: once after this, since it may have ended before, and once when it resolves.
   */
  async ended(runId: RunId, waitMs: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const waiters = this.#waiters.get(runId) ?? new Set();
      const leave = (): void => {
        callOff();
        waiters.delete(leave);
        if (waiters.size === 0 && this.#waiters.get(runId) === waiters) this.#waiters.delete(runId);
        resolve();
      };
      const callOff = this.#clock.at(this.#clock.now() + waitMs, leave);
      this.#waiters.set(runId, waiters.add(leave));
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Lets everyone go at once: the server is closing, and the rows stay. */
  close(): void {
    this.#unsubscribe();
    for (const waiters of [...this.#waiters.values()]) for (const leave of [...waiters]) leave();
  }

  #look(events: readonly FeedEvent[]): void {
    if (this.#waiters.size === 0) return;
    for (const { type, subjectId } of events)
      if (runEnds.has(type)) for (const leave of [...(this.#waiters.get(subjectId) ?? [])]) leave();
  }
}
