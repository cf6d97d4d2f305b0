import type { RunId } from '@countersign/contract';
import { limits } from './limits.ts';
import { openWork } from './loop/open-work.ts';
import { pauseRun } from './loop/pause-run.ts';
import { prepareTurn } from './loop/prepare-turn.ts';
import type { RunWork } from './loop/run-work.ts';
import { cancelRun } from './loop/stop-calls.ts';
import { takeModelStep } from './loop/take-model-step.ts';
import { takeToolCalls } from './loop/take-tool-calls.ts';
import { RunMoved } from './loop/with-asked.ts';
import type { LoopSettings } from './loop-settings.ts';
import type { LoopPorts } from './ports.ts';
import type { Rest } from './rest.ts';
import { isEnded } from './run-changes.ts';

/**
 * W2: takes a run from its last commit as far as it can go now. One at a time for a run in a process; whoever calls it holds the
 * run. It rejects only where a port does; the run is as it was last committed then, and may be tried again later.
 */
export async function advanceRun(
  ports: LoopPorts,
  settings: LoopSettings,
  runId: RunId,
  signal: AbortSignal,
): Promise<Rest> {
  const work = await openWork(ports, settings, runId, signal);
  if (work === null) return { kind: 'over' };
  try {
    const rest = await advance(work);
    if (rest.kind !== 'over') settings.warm.keep(work.warm);
    return rest;
  } catch (error) {
    // Another process has it. Whether it still has a while later is for whoever holds runs to see.
    if (error instanceof RunMoved) return { kind: 'later', at: ports.clock.now() + limits.rowLookMs };
    throw error;
  }
}

async function advance(work: RunWork): Promise<Rest> {
  for (;;) {
    if (work.signal.aborted) return { kind: 'interrupted' };
    const rest = await nextStep(work);
    if (rest !== null) return rest;
  }
}

/** One step, by where the run is: null where it may go on at once. */
async function nextStep(work: RunWork): Promise<Rest | null> {
  const { run } = work;
  if (isEnded(run)) return { kind: 'over' };
  if (run.asked === 'cancel') return cancelRun(work);
  if (run.asked === 'pause') return pauseRun(work);
  if (run.status === 'paused') return { kind: 'paused' };
  if (run.phase === 'tools') return takeToolCalls(work);
  if (run.wakeAt !== null && run.wakeAt > work.now()) return { kind: 'later', at: run.wakeAt };
  const { version } = run;
  await prepareTurn(work);
  return work.run.version === version ? takeModelStep(work) : null;
}
