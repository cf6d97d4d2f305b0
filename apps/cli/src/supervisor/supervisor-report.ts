import type { CrashLoop } from './after-end.ts';
import { supervisorLimits } from './supervisor-limits.ts';

/** One end of a process that nobody asked for. */
export type Crash = {
  /** Null for one that never said who it is. */
  readonly process_id: string | null;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly at: string;
  readonly retry_in_ms: number;
};

/** W2: what the next process puts into the log about those before it: a supervisor has no database of its own. */
export type SupervisorReport = {
  readonly previous_process_id: string | null;
  readonly crashes: readonly Crash[];
  readonly crash_loop: CrashLoop | null;
};

const variable = 'COUNTERSIGN_SUPERVISOR_REPORT';

export const nothingToReport: SupervisorReport = { previous_process_id: null, crashes: [], crash_loop: null };

export function withCrash(report: SupervisorReport, crash: Crash, crashLoop: CrashLoop | null): SupervisorReport {
  return {
    previous_process_id: crash.process_id ?? report.previous_process_id,
    crashes: [...report.crashes, crash].slice(-supervisorLimits.reportedCrashesMax),
    crash_loop: crashLoop ?? report.crash_loop,
  };
}

/** Once it is in the log it need not be told again. */
export function recorded({ previous_process_id }: SupervisorReport): SupervisorReport {
  return { ...nothingToReport, previous_process_id };
}

/** The environment of the next process; a first one is told nothing, whatever the variable held. */
export function withReport(env: NodeJS.ProcessEnv, report: SupervisorReport): NodeJS.ProcessEnv {
  const { [variable]: _, ...others } = env;
  return report === nothingToReport ? others : { ...others, [variable]: JSON.stringify(report) };
}
