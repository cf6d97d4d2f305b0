import type { Rest } from '../rest.ts';
import { usageOf } from './end-run.ts';
import type { RunWork } from './run-work.ts';

/** A person wants it to rest. Calls that were submitted go on; what came of them is told when it goes on. */
export async function pauseRun(work: RunWork): Promise<Rest | null> {
  await work.commit((run) => {
    if (run.asked !== 'pause') return null;
    const data = { turn: run.turn, by: run.askedBy, reason: 'A person paused it.', usage: usageOf(run) };
    return {
      set: { status: 'paused', asked: null, askedBy: null, wakeAt: null },
      entries: [],
      events: [{ type: 'agent.paused', turnId: null, data }],
    };
  });
  return work.run.status === 'paused' && work.run.asked === null ? { kind: 'paused' } : null;
}
