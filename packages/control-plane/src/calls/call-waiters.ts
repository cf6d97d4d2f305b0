import { settledStatuses, type ToolCallId } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import type { Clock } from '../ports/clock.ts';
import type { FeedEvent } from '../ports/records.ts';
import type { Store } from '../ports/store.ts';

/**
 * L2: whoever waits for a call is only a viewer of its row. A waiter exists while someone is attached; nothing is
 * kept for calls that nobody watches.
 */
export class CallWaiters {
  /** By call, the newest waiter; the others of the same call hang on it. */
  readonly #waiters = new Map<ToolCallId, CallWaiter>();
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #unsubscribe: () => void;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#unsubscribe = store.subscribe((events) => this.#look(events));
  }

  /** Starts to watch. Attach before the change that is waited for can happen, then read the row, then wait. */
  attach(callId: ToolCallId): CallWaiter {
    const waiter = new CallWaiter(this.#clock, this.#waiters.get(callId) ?? null, (gone) => this.#remove(callId, gone));
    this.#waiters.set(callId, waiter);
    return waiter;
  }

  /** Calls that somebody watches. */
  get size(): number {
    return this.#waiters.size;
  }

  /** Lets everyone go at once: the server is closing, and the rows stay. */
  close(): void {
    this.#unsubscribe();
    for (const first of [...this.#waiters.values()]) for (const waiter of [...first.chain()]) waiter.detach();
  }

  #remove(callId: ToolCallId, gone: CallWaiter): void {
    const first = this.#waiters.get(callId);
    if (first === gone) {
      if (gone.next) this.#waiters.set(callId, gone.next);
      else this.#waiters.delete(callId);
      return;
    }
    for (const waiter of first?.chain() ?? []) if (waiter.next === gone) waiter.next = gone.next;
  }

  #look(events: readonly FeedEvent[]): void {
    if (this.#waiters.size === 0) return;
    for (const event of events) {
      const callId = event.subjectId as ToolCallId;
      if (!this.#waiters.has(callId)) continue;
      if (event.call) this.#tell(event.call);
      else if (event.projectId !== null) void this.#reread(event.projectId, callId);
    }
  }

  /** Another process made the change: the row says what it is now. A failed read leaves the waiter to its time-out. */
  async #reread(projectId: NonNullable<FeedEvent['projectId']>, callId: ToolCallId): Promise<void> {
    try {
      const call = await this.#store.findCall(projectId, callId);
      if (call) this.#tell(call);
    } catch {
      // The viewer reads the row itself when its time is up.
    }
  }

  #tell(call: ToolCall): void {
    if (!settledStatuses.has(call.state.status)) return;
    for (const waiter of [...(this.#waiters.get(call.id)?.chain() ?? [])]) waiter.tell(call);
  }
}

/** One who waits for one call. */
export class CallWaiter {
  next: CallWaiter | null;
  readonly #clock: Clock;
  #leave: ((self: CallWaiter) => void) | null;
  #seen: ToolCall | null = null;
  #wake: (() => void) | null = null;
  #callOff: (() => void) | null = null;

  constructor(clock: Clock, next: CallWaiter | null, leave: (self: CallWaiter) => void) {
    this.#clock = clock;
    this.next = next;
    this.#leave = leave;
  }

  /** The settled call, or null when the time is up or the viewer was detached meanwhile. */
  async settled(waitMs: number): Promise<ToolCall | null> {
    if (this.#seen === null && this.#leave !== null && waitMs > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#callOff = this.#clock.at(this.#clock.now() + waitMs, resolve);
      });
    }
    this.detach();
    return this.#seen;
  }

  /** Stops watching; whoever is in `settled` goes on without an answer. */
  detach(): void {
    this.#leave?.(this);
    this.#leave = null;
    this.#callOff?.();
    this.#callOff = null;
    this.#wake?.();
    this.#wake = null;
  }

  tell(call: ToolCall): void {
    this.#seen = call;
    this.detach();
  }

  *chain(): Iterable<CallWaiter> {
    for (let waiter: CallWaiter | null = this; waiter; waiter = waiter.next) yield waiter;
  }
}
