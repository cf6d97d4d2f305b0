import type { RunId } from '@countersign/contract';
import type { LoopSettings } from './loop-settings.ts';
import type { LoopPorts } from './ports.ts';
import type { Rest } from './rest.ts';

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
  settings.warm.drop(runId);
  if (signal.aborted) return { kind: 'interrupted' };
  const loaded = await ports.journal.load(runId);
  if (loaded === null) return { kind: 'over' };
  throw new Error('not written yet');
}
