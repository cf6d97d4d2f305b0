import { isUuid, newId, type ProcessId } from '@countersign/contract';
import { type ControlPlane, recordCrashLoop, recordProcessCrashed } from '@countersign/control-plane';
import { deadProcesses, type SupervisorReport } from './supervisor-report.ts';

/** W2: puts into the log how processes before this one ended, and lets go of the runs that they held. */
export async function recordSupervisorReport(
  plane: Pick<ControlPlane, 'store' | 'clock'>,
  processId: ProcessId,
  report: SupervisorReport,
): Promise<void> {
  for (const [index, { process_id, code, signal, at, retry_in_ms }] of report.crashes.entries()) {
    await recordProcessCrashed(plane, knownOrNew(process_id), {
      code,
      signal,
      restarts: index + 1,
      retryInMs: retry_in_ms,
      at: timeOf(at, plane.clock.now()),
    });
  }
  if (report.crash_loop) {
    const { crashes, window_seconds, threshold } = report.crash_loop;
    await recordCrashLoop(plane, processId, { crashes, windowSeconds: window_seconds, threshold });
  }
  for (const dead of deadProcesses(report)) await plane.store.releaseRunsOf(dead);
}

/** One that died before it said who it was is in the tree too. */
function knownOrNew(processId: string | null): ProcessId {
  return processId !== null && isUuid(processId) ? (processId as ProcessId) : newId<ProcessId>();
}

function timeOf(text: string, otherwise: number): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? otherwise : time;
}
