import type { RunStatus, RunView } from '@countersign/contract';

/** As the contract has it; told here again, because the page takes types alone from there. */
const endedStatuses: ReadonlySet<RunStatus> = new Set<RunStatus>(['completed', 'stopped', 'failed', 'cancelled']);

export function hasEnded({ status }: Pick<RunView, 'status'>): boolean {
  return endedStatuses.has(status);
}

/** The run that works, or the one that will next; those of one session go one after the other. Newest first. */
export function runAtWork(runs: readonly RunView[]): RunView | undefined {
  const open = runs.filter((run) => !hasEnded(run));
  return open.findLast(({ status }) => status !== 'queued') ?? open.at(-1);
}
