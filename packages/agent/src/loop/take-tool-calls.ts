import { wallTimeLimitOf, workingMsLeft } from '../control/run-limits.ts';
import { isWorking, workingMsOf } from '../control/working-time.ts';
import type { CallStanding } from '../ports.ts';
import type { Rest } from '../rest.ts';
import { CallWatch } from './call-watch.ts';
import type { RunWork } from './run-work.ts';
import { outOfTime } from './stop-calls.ts';
import { lookAtCalls, submitCalls, type TakenCall } from './submit-calls.ts';
import { tellResults } from './tell-results.ts';

/** The calls of a turn: submitted together, waited for together. Comes to rest where they take longer than is lingered for. */
export async function takeToolCalls(work: RunWork): Promise<Rest | null> {
  const step = work.conversation.lastAnswer;
  if (step === null) throw new Error(`Run ${work.run.id} waits for calls that nobody asked for.`);
  const lingerUntil = work.now() + work.settings.lingerMs;
  const watch = new CallWatch(work);
  try {
    let taken =
      work.warm.submittedTurnId === work.run.turnId ? await lookAtCalls(work, step) : await submitCalls(work, step);
    for (;;) {
      const unsettled = standingsOf(taken).filter(({ isSettled }) => !isSettled);
      if (unsettled.length === 0) return await tellResults(work, taken);
      if (work.signal.aborted) return { kind: 'interrupted' };
      if (work.run.asked !== null) return null;
      const now = work.now();
      const outOfTimeAt = endOfTime(work, standingsOf(taken), now);
      if (outOfTimeAt !== null && outOfTimeAt <= now) {
        await outOfTime(work, standingsOf(taken), limitAt(work, standingsOf(taken), now));
        return null;
      }
      if (lingerUntil <= now) return await rest(work, unsettled, outOfTimeAt);
      const callIds = unsettled.map(({ callId }) => callId);
      await watch.change(callIds, outOfTimeAt === null ? lingerUntil : Math.min(lingerUntil, outOfTimeAt));
      taken = await lookAtCalls(work, step);
    }
  } finally {
    watch.close();
  }
}

function standingsOf(taken: readonly TakenCall[]): CallStanding[] {
  return taken.flatMap((call) => ('standing' in call ? [call.standing] : []));
}

/** W4: when the run will have worked for as long as it may; null while only people are waited for. */
function endOfTime(work: RunWork, standings: readonly CallStanding[], now: number): number | null {
  if (!standings.some(isWorking)) return null;
  return now + workingMsLeft(work.run) - workingMsOf(standings, now);
}

function limitAt({ run }: RunWork, standings: readonly CallStanding[], now: number) {
  return wallTimeLimitOf(run, Math.max(workingMsOf(standings, now), workingMsLeft(run)))!;
}

/** Nobody holds on to it: it is taken up when a call changes, when a person asks for something, or when its time is up. */
async function rest(
  work: RunWork,
  unsettled: readonly CallStanding[],
  outOfTimeAt: number | null,
): Promise<Rest | null> {
  const isAsked = (): boolean => work.run.asked !== null;
  await work.commit((run) =>
    run.asked !== null || run.wakeAt === outOfTimeAt ? null : { set: { wakeAt: outOfTimeAt }, entries: [], events: [] },
  );
  return isAsked() ? null : { kind: 'waiting', callIds: unsettled.map(({ callId }) => callId) };
}
