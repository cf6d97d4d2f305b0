import type { RunId } from '@countersign/contract';

/**
 * By these a run that is being worked on learns at once that a person changed its row. A nudge says "look again" and nothing
 * else: one that never comes is made up for by a slow look.
 */
export class RunNudges {
  readonly #listeners = new Map<RunId, Set<() => void>>();

  /** To be called when the log says that somebody stopped, paused or steered a run. */
  nudge(runId: RunId): void {
    for (const listener of [...(this.#listeners.get(runId) ?? [])]) listener();
  }

  /** Returns how to stop listening. */
  listen(runId: RunId, listener: () => void): () => void {
    const listeners = this.#listeners.get(runId) ?? new Set();
    this.#listeners.set(runId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(runId) === listeners) this.#listeners.delete(runId);
    };
  }
}
