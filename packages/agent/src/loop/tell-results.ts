import { afterTurn, circuitOf, turnOutcome } from '../control/failures.ts';
import { fingerprintOf, noProgressOf, watchTurn } from '../control/no-progress.ts';
import { workingMsOf } from '../control/working-time.ts';
import type { ToldResult } from '../entry.ts';
import { limits } from '../limits.ts';
import type { Run } from '../run.ts';
import { isEnded } from '../run-changes.ts';
import { toldProblem, toldResult } from '../told-result.ts';
import { beginTurn } from './begin-turn.ts';
import { both, type Change } from './change.ts';
import { stopRun } from './end-run.ts';
import type { RunWork } from './run-work.ts';
import type { TakenCall } from './submit-calls.ts';

/** Commits what became of a turn's calls, in the words the model is told, and begins the next turn or ends the run. */
export async function tellResults(work: RunWork, taken: readonly TakenCall[]): Promise<null> {
  const standings = taken.map((call) => ('standing' in call ? call.standing : null));
  const lengthMax = resultLengthMax(work, taken.length);
  const results = taken.map((call) =>
    'standing' in call ? toldResult(call.call, call.standing, lengthMax) : toldProblem(call.call, call.problem),
  );
  const fingerprint = fingerprintOf(
    taken.map(({ call }) => call),
    results,
  );
  await work.commit((row) => {
    if (isEnded(row)) return null;
    const now = work.now();
    const workedMs = workingMsOf(
      standings.filter((standing) => standing !== null),
      now,
    );
    const told: Change = {
      set: {
        phase: 'model',
        pendingCalls: [],
        turnId: null,
        turnStartedAt: null,
        workingMs: row.workingMs + workedMs,
        failing: afterTurn(row.failing, turnOutcome(standings)),
        wakeAt: now,
        ...watchTurn(row, fingerprint),
      },
      entries: [{ kind: 'results', turn: row.turn, results }],
      events: [{ type: 'turn.completed', turnId: row.turnId, data: completedData(row, results, workedMs) }],
    };
    return both(told, next({ ...row, ...told.set }, now));
  });
  return null;
}

function next(run: Run, now: number): Change {
  // Where a person said something that it has not heard yet, it gets the chance to do something else.
  const isUnheard = run.messageCount > run.messagesSeen;
  const reached = circuitOf(run) ?? (isUnheard ? null : noProgressOf(run));
  if (reached !== null) return stopRun(run, reached, now);
  // A run that is to rest or to end begins nothing.
  return run.asked === null ? beginTurn(run, now) : { set: {}, entries: [], events: [] };
}

/** However many calls a turn has, what came of them fits into what a model is shown. */
function resultLengthMax({ conversation, run }: RunWork, calls: number): number {
  const share = conversation.lengthOfTokens(run.control.contextTokens) * limits.resultsShareOfContext;
  return Math.max(1, Math.min(limits.resultLengthMax, Math.floor(share / calls)));
}

function completedData({ turn }: Run, results: readonly ToldResult[], workedMs: number) {
  return {
    turn,
    tool_calls: results.length,
    failed_calls: results.filter(({ isError }) => isError).length,
    working_ms: Math.round(workedMs),
  };
}
