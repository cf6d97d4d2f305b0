import type { ProviderBreakers } from './control/provider-breakers.ts';
import type { RunNudges } from './run-nudges.ts';
import type { WarmRuns } from './warm-runs.ts';

/** What all runs of a process share. None of it is needed to be right: a run goes on without it after a restart. */
export type LoopSettings = {
  /** How long a run waits for its calls where it is, before it comes to rest as `waiting`. */
  readonly lingerMs: number;
  /** How long what a model says is put together before it goes to the log. */
  readonly outputFlushMs: number;
  readonly warm: WarmRuns;
  readonly nudges: RunNudges;
  readonly breakers: ProviderBreakers;
};
