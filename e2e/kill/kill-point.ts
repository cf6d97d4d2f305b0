import type { Change, CommitResult, FeedEvent, Store } from '@countersign/control-plane';

/**
 * When a server dies at a commit. `before`: it was asked for, nothing is written. `during`: it is on its way to the
 * database, and nobody can say. `durable`: it is written, and nobody has been told. `told`: listeners and the caller
 * have been told, and the answer may or may not have left.
 */
export const moments = ['before', 'during', 'durable', 'told'] as const;
export type Moment = (typeof moments)[number];

export type KillPoint = {
  /** Counted from when the trap was set; 1 is the next. */
  readonly commit: number;
  readonly moment: Moment;
  /** For `during`: turns of the event loop that pass after the commit was asked for. */
  readonly turns: number;
};

/** Counts commits and, where it is set, kills the process at one of them. */
export class Trap {
  commits = 0;
  #point: KillPoint | null;
  /** What the first event of the fatal commit says; known by identity. */
  #fatalData: unknown = null;

  constructor(point: KillPoint | null) {
    this.#point = point;
  }

  set(point: KillPoint | null): void {
    this.commits = 0;
    this.#point = point;
  }

  async commit(change: Change, commit: () => Promise<CommitResult>): Promise<CommitResult> {
    this.commits += 1;
    if (this.commits !== this.#point?.commit) return commit();
    const { moment, turns } = this.#point;
    if (moment === 'before') die();
    if (moment === 'durable') this.#fatalData = change.events[0]?.data;
    const committed = commit();
    if (moment === 'during') {
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      die();
    }
    const result = await committed;
    // A commit without events, or one that lost its race, is told to nobody but the caller.
    if (moment === 'durable') die();
    setImmediate(die);
    return result;
  }

  told(events: readonly FeedEvent[]): void {
    if (this.#fatalData && events.some(({ data }) => data === this.#fatalData)) die();
  }
}

/** The same store, with a trap in it. */
export function killableStore(store: Store, trap: Trap): Store {
  return {
    ...store,
    commit: (change) => trap.commit(change, () => store.commit(change)),
    subscribe: (listener) =>
      store.subscribe((events) => {
        trap.told(events);
        listener(events);
      }),
  };
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way; nothing may happen until it is here.
  for (;;);
}
