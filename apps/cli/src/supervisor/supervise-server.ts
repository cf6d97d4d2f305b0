import { constants } from 'node:os';
import type { Terminal } from '../terminal.ts';
import { afterEnd, type CrashLoop, noEnds } from './after-end.ts';
import { listenForStop } from './listen-for-stop.ts';
import { type ProcessEnd, type Ready, type ServerProcess, startServerProcess } from './server-process.ts';
import {
  type Crash,
  nothingToReport,
  recorded,
  type SupervisorReport,
  withCrash,
  withReport,
} from './supervisor-report.ts';

/** What happens to the server, for whoever shows or keeps it. */
export type SupervisorEvent =
  | { readonly type: 'ready'; readonly ready: Ready; readonly pid: number | undefined; readonly isFirst: boolean }
  | { readonly type: 'crashed'; readonly crash: Crash; readonly failure: string | null }
  | { readonly type: 'crash_looped'; readonly crashLoop: CrashLoop; readonly retryInMs: number }
  | { readonly type: 'stopped' };

type Supervised = {
  readonly entry: string;
  /** Of the first process, and of those after it, which are to be where the first one was. */
  readonly env: (first: Ready | null) => NodeJS.ProcessEnv;
  readonly clock: Pick<Terminal, 'now' | 'wait'>;
  readonly onEvent: (event: SupervisorEvent) => void;
  /** Awaited before a signal is passed on, for what needs the server to end well; it may hurry at the second. */
  readonly onStop: () => Promise<void>;
};

/** How it all ended; `code` as a shell says it. */
type ServerEnd = {
  readonly code: number;
  readonly failure: string | null;
  /** Whether it never got ready, though nobody told it to stop. */
  readonly isFailedStart: boolean;
};

type Now = { child: ServerProcess | null; first: Ready | null; report: SupervisorReport };

/**
 * W2: runs the server until it is told to stop, and starts it again when it ends otherwise. One that was never ready is
 * not started again: what is wrong then is for whoever starts it. An end with 0 is one that somebody else asked for.
 */
export async function superviseServer({ entry, env, clock, onEvent, onStop }: Supervised): Promise<ServerEnd> {
  const now: Now = { child: null, first: null, report: nothingToReport };
  let before = noEnds;
  const stop = listenForStop(onStop, (signal) => now.child?.kill(signal));
  const told = {
    onReady(ready: Ready): void {
      const isFirst = now.first === null;
      now.first ??= ready;
      onEvent({ type: 'ready', ready, pid: now.child?.pid, isFirst });
    },
    onRecorded(): void {
      now.report = recorded(now.report);
    },
  };
  try {
    for (;;) {
      const startedAt = clock.now();
      now.child = startServerProcess(entry, withReport(env(now.first), now.report), told);
      const end = await now.child.ended;
      now.child = null;
      if (now.first === null) return serverEnd(end, !stop.signal.aborted);
      if (!stop.signal.aborted && !isAskedFor(end)) {
        const after = afterEnd(before, startedAt, clock.now());
        const crash = crashOf(end, clock.now(), after.retryInMs);
        before = after.before;
        now.report = withCrash(now.report, crash, after.crashLoop);
        onEvent({ type: 'crashed', crash, failure: end.failure });
        if (after.crashLoop) onEvent({ type: 'crash_looped', crashLoop: after.crashLoop, retryInMs: after.retryInMs });
        await clock.wait(after.retryInMs, stop.signal);
        if (!stop.signal.aborted) continue;
      }
      onEvent({ type: 'stopped' });
      return serverEnd(end, false);
    }
  } finally {
    stop.letGo();
  }
}

function isAskedFor({ code, ready }: ProcessEnd): boolean {
  return code === 0 && ready !== null;
}

function crashOf({ code, signal, ready }: ProcessEnd, nowMs: number, retryInMs: number): Crash {
  const at = new Date(nowMs).toISOString();
  return { process_id: ready?.process_id ?? null, code, signal, at, retry_in_ms: retryInMs };
}

function serverEnd({ code, signal, failure }: ProcessEnd, isFailedStart: boolean): ServerEnd {
  return { code: code ?? (signal === null ? 1 : 128 + constants.signals[signal]), failure, isFailedStart };
}
