import type { RunId } from '@countersign/contract';
import type { WarmRun } from './loop/run-work.ts';

const WARM_RUNS_MAX = 64;

/**
 * Runs that this process worked on last, as it left them: a turn then costs what it adds, however long the run is. Dropped at
 * will; a run that is not here is loaded.
 */
export class WarmRuns {
  readonly #runs = new Map<RunId, WarmRun>();
  readonly #sizeMax: number;

  constructor(sizeMax: number = WARM_RUNS_MAX) {
    this.#sizeMax = sizeMax;
  }

  /** Takes it out: two workers of one run never share what they remember of it. */
  take(runId: RunId): WarmRun | null {
    const warm = this.#runs.get(runId) ?? null;
    this.#runs.delete(runId);
    return warm;
  }

  keep(warm: WarmRun): void {
    this.#runs.set(warm.run.id, warm);
    if (this.#runs.size <= this.#sizeMax) return;
    const [oldest] = this.#runs.keys();
    this.#runs.delete(oldest!);
  }

  drop(runId: RunId): void {
    this.#runs.delete(runId);
  }
}
