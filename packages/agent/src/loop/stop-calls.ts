import type { LimitReached } from '../control/run-limits.ts';
import { workingMsOf } from '../control/working-time.ts';
import type { CallStanding } from '../ports.ts';
import type { Run } from '../run.ts';
import { isEnded } from '../run-changes.ts';
import type { Change } from './change.ts';
import { cancelledRun, stopRun } from './end-run.ts';
import type { RunWork } from './run-work.ts';

/** W4: its time is up while calls work: they are called off, and the run ends. */
export async function outOfTime(
  work: RunWork,
  standings: readonly CallStanding[],
  reached: LimitReached,
): Promise<void> {
  await cancelCalls(work, standings, reached.reason);
  await work.commit((run) =>
    isEnded(run) ? null : withTimeOf(work, run, standings, (counted) => stopRun(counted, reached, work.now())),
  );
}

/** A person ended it: calls that are not settled are called off first, so that nothing goes on after the end. */
export async function cancelRun(work: RunWork): Promise<null> {
  const { run, ports } = work;
  const standings = run.pendingCalls.length === 0 ? [] : await ports.tools.look(run, run.pendingCalls);
  await cancelCalls(work, standings, run.askedReason ?? 'The run was stopped.');
  await work.commit((row) =>
    row.asked === 'cancel' ? withTimeOf(work, row, standings, (counted) => cancelledRun(counted, work.now())) : null,
  );
  return null;
}

async function cancelCalls(work: RunWork, standings: readonly CallStanding[], reason: string): Promise<void> {
  const unsettled = standings.filter(({ isSettled }) => !isSettled);
  await Promise.all(unsettled.map(({ callId }) => work.ports.tools.cancel(work.run, callId, reason)));
}

/** The working time of calls is counted, whether they came to an end or not. */
function withTimeOf(
  work: RunWork,
  run: Run,
  standings: readonly CallStanding[],
  end: (counted: Run) => Change,
): Change {
  const workingMs = run.workingMs + workingMsOf(standings, work.now());
  const change = end({ ...run, workingMs });
  return { ...change, set: { ...change.set, workingMs } };
}
