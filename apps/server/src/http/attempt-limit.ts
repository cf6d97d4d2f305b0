import { CountersignError } from '@countersign/contract';
import type { Clock } from '@countersign/control-plane';

/** Bounds what strangers can make this process do: so many attempts in a window of time, whoever makes them. */
export class AttemptLimit {
  readonly #clock: Clock;
  readonly #attemptsMax: number;
  readonly #windowMs: number;
  #windowEndsAt = 0;
  #attempts = 0;

  constructor(clock: Clock, attemptsMax: number, windowMs: number) {
    this.#clock = clock;
    this.#attemptsMax = attemptsMax;
    this.#windowMs = windowMs;
  }

  /** Counts one attempt, or refuses it. */
  take(): void {
    const now = this.#clock.now();
    if (now >= this.#windowEndsAt) {
      this.#windowEndsAt = now + this.#windowMs;
      this.#attempts = 0;
    }
    this.#attempts += 1;
    if (this.#attempts <= this.#attemptsMax) return;
    const seconds = Math.ceil((this.#windowEndsAt - now) / 1000);
    throw new CountersignError('too_many_attempts', `Too many attempts at once. Try again in ${seconds} seconds.`);
  }
}
