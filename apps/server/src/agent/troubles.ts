import type { RunId } from '@countersign/contract';
import type { Clock } from '@countersign/control-plane';
import { agentLimits } from './limits.ts';

type Trouble = { readonly failures: number; readonly until: number };

/** Runs that could not be worked on in this process, each left alone for longer every time. */
export class Troubles {
  readonly #clock: Clock;
  readonly #byRun = new Map<RunId, Trouble>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#byRun.size;
  }

  /** When it may be tried again; the past where nothing is wrong. */
  freeAt(runId: RunId): number {
    return this.#byRun.get(runId)?.until ?? 0;
  }

  add(runId: RunId): void {
    const failures = (this.#byRun.get(runId)?.failures ?? 0) + 1;
    const pauseMs = Math.min(agentLimits.troubleMsFirst * 2 ** (failures - 1), agentLimits.troubleMsMax);
    this.#byRun.set(runId, { failures, until: this.#clock.now() + pauseMs });
  }

  forget(runId: RunId): void {
    this.#byRun.delete(runId);
  }
}
