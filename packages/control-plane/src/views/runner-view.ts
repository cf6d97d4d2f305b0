import { isoTime, type RunnerView } from '@countersign/contract';
import type { RunnerRecord } from '../ports/records.ts';
import { isPresent } from '../runners/able-runners.ts';

export function runnerView(runner: RunnerRecord, now: number): RunnerView {
  return {
    runner_id: runner.id,
    name: runner.name,
    machine: runner.machine,
    is_present: isPresent(runner, now),
    seen_at: runner.seenAt === null ? null : isoTime(runner.seenAt),
    announcement: runner.announcement,
  };
}
