import type { FeedEvent, StoredEvent } from '@countersign/control-plane';
import { storeLimits } from './limits.ts';

type Listener = (events: readonly FeedEvent[]) => void;

type Log = {
  headSeq(): Promise<number>;
  listEvents(query: { after: number; limit: number }): Promise<StoredEvent[]>;
};

/**
 * Tells every committed event once and in the order of the log. What this process commits next in line is told at
 * once, from memory; where others have committed in between, their events are read from the database first.
 */
export class EventFeed {
  readonly #log: Log;
  readonly #onFault: (error: unknown) => void;
  readonly #listeners = new Set<Listener>();
  /** Our own events that others' events, not yet read, come before. */
  readonly #early = new Map<number, FeedEvent>();
  /** The last event that was told, or that was there before there was anybody to tell. */
  #position: number;
  #reading: Promise<void> | null = null;
  #hasToLookAgain = false;
  #isClosed = false;

  constructor(log: Log, position: number, onFault: (error: unknown) => void) {
    this.#log = log;
    this.#position = position;
    this.#onFault = onFault;
  }

  subscribe(listener: Listener): () => void {
    // Each subscription is one of its own, also where the same function is given twice.
    const own: Listener = (events) => listener(events);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Events that this process has committed, in order. */
  committed(events: readonly FeedEvent[]): void {
    if (this.#reading === null && events[0]!.seq === this.#position + 1) {
      this.#tell(events);
      return;
    }
    for (const event of events) {
      if (event.seq > this.#position) this.#early.set(event.seq, event);
    }
    this.look();
  }

  /** Somebody else may have committed. */
  look(): void {
    if (this.#isClosed) return;
    this.#hasToLookAgain = true;
    this.#reading ??= this.#catchUp();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listeners.clear();
    await this.#reading;
  }

  async #catchUp(): Promise<void> {
    try {
      while (this.#hasToLookAgain) {
        this.#hasToLookAgain = false;
        await this.#readOn();
      }
    } catch (error) {
      // The next commit or the next look tries again; until then nothing is told out of order.
      this.#onFault(error);
    } finally {
      this.#reading = null;
    }
  }

  async #readOn(): Promise<void> {
    if (!this.#isAwaited()) {
      const headSeq = await this.#log.headSeq();
      // Somebody may have come while we read; what was committed since is theirs.
      if (!this.#isAwaited()) {
        this.#position = Math.max(this.#position, headSeq);
        return;
      }
    }
    for (;;) {
      const events = await this.#log.listEvents({ after: this.#position, limit: storeLimits.catchUpEventsMax });
      if (events.length === 0) return;
      this.#tell(events.map((event) => this.#early.get(event.seq) ?? event));
      if (events.length < storeLimits.catchUpEventsMax) return;
    }
  }

  #isAwaited(): boolean {
    return this.#listeners.size > 0 || this.#early.size > 0;
  }

  #tell(events: readonly FeedEvent[]): void {
    this.#position = events.at(-1)!.seq;
    for (const { seq } of this.#early.size > 0 ? events : []) this.#early.delete(seq);
    for (const listener of [...this.#listeners]) {
      try {
        listener(events);
      } catch (error) {
        this.#onFault(error);
      }
    }
  }
}
