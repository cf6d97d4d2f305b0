import { wakeAt } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import type { FeedEvent } from '../ports/records.ts';
import { advanceDueCalls } from './advance-due-calls.ts';

/** However far the next deadline is, look again after this: another process may have written an earlier one. */
const lookAgainMsMax = 5_000;

/** Calls `advanceDueCalls` when something is due. One timer, whatever the number of pending calls. */
export class DueCallSweeper {
  readonly #plane: ControlPlane;
  readonly #onError: (error: unknown) => void;
  readonly #unsubscribe: () => void;
  #armedFor = Number.POSITIVE_INFINITY;
  #callOff: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #isClosed = false;

  constructor(plane: ControlPlane, onError: (error: unknown) => void) {
    this.#plane = plane;
    this.#onError = onError;
    this.#unsubscribe = plane.store.subscribe((events) => this.#look(events));
    this.#arm(plane.clock.now());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#callOff?.();
    await this.#running;
  }

  #look(events: readonly FeedEvent[]): void {
    for (const { call } of events) {
      const time = call ? wakeAt(call.state) : null;
      if (time !== null && time < this.#armedFor) this.#arm(time);
    }
  }

  #arm(time: number): void {
    if (this.#isClosed) return;
    this.#callOff?.();
    this.#armedFor = time;
    this.#callOff = this.#plane.clock.at(time, () => {
      this.#running ??= this.#sweep();
    });
  }

  async #sweep(): Promise<void> {
    this.#armedFor = Number.POSITIVE_INFINITY;
    let next: number | null = null;
    try {
      await advanceDueCalls(this.#plane);
      next = await this.#plane.store.nextDueAt();
    } catch (error) {
      this.#onError(error);
    }
    // Before arming: what is due already may call back at once, and must find the way free.
    this.#running = null;
    const lookAgain = this.#plane.clock.now() + lookAgainMsMax;
    this.#arm(Math.min(next ?? lookAgain, lookAgain, this.#armedFor));
  }
}
