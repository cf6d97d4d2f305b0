import type { BreakerSettings, BreakerState } from '@countersign/contract';

export type BreakerSnapshot = { readonly state: BreakerState; readonly since: number; readonly failures: number };

/** A change of state, as it is told to others. */
export type BreakerChange = {
  readonly from: BreakerState;
  readonly to: BreakerState;
  readonly at: number;
  readonly reason: string;
};

type Options = {
  readonly now: () => number;
  readonly settings?: BreakerSettings | undefined;
  readonly onChange?: (change: BreakerChange) => void;
};

/** What a permitted call reports when it ends. Reporting twice is the same as once. */
export type Permit = { succeeded(): void; failed(reason: string): void; abandoned(): void };

/**
 * U6: closed, open, half open. So many failures in a row open it; after the recovery time a few calls may try; when all
 * of them succeed it closes, and when one fails it opens again. Time is the caller's: nothing here waits.
 */
export class Breaker {
  readonly #now: () => number;
  readonly #threshold: number;
  readonly #recoveryMs: number;
  readonly #trialsMax: number;
  readonly #onChange: (change: BreakerChange) => void;
  #state: BreakerState = 'closed';
  #since: number;
  #failures = 0;
  /** Half open: calls under way, and how many of them have succeeded. */
  #trials = 0;
  #successes = 0;
  /** Grows with every change of state: what a call reports that began before it is not heard. */
  #epoch = 0;

  constructor({ now, settings = {}, onChange = () => undefined }: Options) {
    this.#now = now;
    this.#threshold = settings.failure_threshold ?? 5;
    this.#recoveryMs = (settings.recovery_timeout_seconds ?? 30) * 1000;
    this.#trialsMax = settings.half_open_max_calls ?? 3;
    this.#onChange = onChange;
    this.#since = now();
  }

  get snapshot(): BreakerSnapshot {
    return { state: this.#state, since: this.#since, failures: this.#failures };
  }

  /** When the next call may try, where none may now. */
  get retryAt(): number | null {
    return this.#state === 'open' ? this.#since + this.#recoveryMs : null;
  }

  /** Permission for one call; null where none may be made now. */
  enter(): Permit | null {
    if (this.#state === 'open') {
      if (this.#now() < this.#since + this.#recoveryMs) return null;
      this.#move('half_open', 'The recovery time is over.');
    }
    if (this.#state === 'half_open') {
      if (this.#trials >= this.#trialsMax) return null;
      this.#trials += 1;
    }
    return this.#permit(this.#epoch);
  }

  /** What another process found out. A change that is older than what is known here is not heard. */
  follow({ to, at }: Pick<BreakerChange, 'to' | 'at'>): void {
    if (at < this.#since || to === this.#state) return;
    this.#become(to, at);
  }

  #permit(epoch: number): Permit {
    let isOpen = true;
    const once = (act: () => void) => (): void => {
      if (!isOpen) return;
      isOpen = false;
      if (epoch === this.#epoch) act();
    };
    return {
      succeeded: once(() => this.#succeeded()),
      failed: (reason) => once(() => this.#failed(reason))(),
      // Neither here nor there: someone cancelled it, or it was refused before it left.
      abandoned: once(() => {
        if (this.#state === 'half_open') this.#trials -= 1;
      }),
    };
  }

  #succeeded(): void {
    this.#failures = 0;
    if (this.#state !== 'half_open') return;
    this.#successes += 1;
    if (this.#successes >= this.#trialsMax) this.#move('closed', 'The trial calls succeeded.');
  }

  #failed(reason: string): void {
    this.#failures += 1;
    if (this.#state === 'half_open' || this.#failures >= this.#threshold) this.#move('open', reason);
  }

  #move(to: BreakerState, reason: string): void {
    const from = this.#state;
    const at = this.#now();
    this.#become(to, at);
    this.#onChange({ from, to, at, reason });
  }

  #become(to: BreakerState, at: number): void {
    this.#state = to;
    this.#since = at;
    this.#epoch += 1;
    this.#trials = 0;
    this.#successes = 0;
    if (to === 'closed') this.#failures = 0;
  }
}
