import { newId, type TurnId } from '@countersign/contract';
import { limitOf } from '../control/run-limits.ts';
import type { Run } from '../run.ts';
import type { Change } from './change.ts';
import { stopRun } from './end-run.ts';

/** The next turn, or the end where the run may have no more of them. */
export function beginTurn(run: Run, at: number): Change {
  const reached = limitOf(run);
  if (reached !== null) return stopRun(run, reached, at);
  const turnId = newId<TurnId>();
  const turn = run.turn + 1;
  return {
    set: { phase: 'model', turn, turnId, turnStartedAt: at, wakeAt: at },
    entries: [],
    events: [{ type: 'turn.started', turnId, data: { turn } }],
  };
}
