import { settledStatuses, type ToolCallId } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import type { Clock } from '../ports/clock.ts';
import type { FeedEvent } from '../ports/records.ts';
import type { Store } from '../ports/store.ts';

type Waiter = (call: ToolCall | null) => void;

/**
 * L2: whoever waits for a call is only a viewer of its row. A waiter exists while someone is attached; nothing is
 * kept for calls that nobody watches.
 */
export class CallWaiters {
  readonly #waiters = new Map<ToolCallId, Set<Waiter>>();
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #unsubscribe: () => void;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#unsubscribe = store.subscribe((events) => this.#look(events));
  }

  /** Starts to watch. Attach before the change that is waited for can happen, then read the row, then wait. */
  attach(callId: ToolCallId): {
    settled(waitMs: number, signal?: AbortSignal): Promise<ToolCall | null>;
    detach(): void;
  } {
    let seen: ToolCall | null = null;
    let wake: (() => void) | null = null;
    const waiter: Waiter = (call) => {
      seen = call;
      wake?.();
    };
    this.#add(callId, waiter);
    const detach = (): void => this.#remove(callId, waiter);
    return {
      detach,
      /** The settled call, or null when the time is up or the viewer has gone. */
      settled: async (waitMs, signal) => {
        if (seen === null && waitMs > 0 && !signal?.aborted) {
          await new Promise<void>((resolve) => {
            wake = resolve;
            const callOff = this.#clock.at(this.#clock.now() + waitMs, resolve);
            signal?.addEventListener('abort', () => resolve(), { once: true });
            wake = () => {
              callOff();
              resolve();
            };
          });
        }
        detach();
        return seen;
      },
    };
  }

  get size(): number {
    return this.#waiters.size;
  }

  /** Lets everyone go at once: the server is closing, and the rows stay. */
  close(): void {
    this.#unsubscribe();
    for (const waiters of this.#waiters.values()) for (const waiter of [...waiters]) waiter(null);
    this.#waiters.clear();
  }

  #add(callId: ToolCallId, waiter: Waiter): void {
    const waiters = this.#waiters.get(callId);
    if (waiters) waiters.add(waiter);
    else this.#waiters.set(callId, new Set([waiter]));
  }

  #remove(callId: ToolCallId, waiter: Waiter): void {
    const waiters = this.#waiters.get(callId);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiters.delete(callId);
  }

  #look(events: readonly FeedEvent[]): void {
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
    for (const waiter of [...(this.#waiters.get(call.id) ?? [])]) waiter(call);
  }
}
