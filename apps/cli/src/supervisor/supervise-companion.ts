import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Terminal } from '../terminal.ts';
import { afterEnd, noEnds } from './after-end.ts';

/** What a companion says: a line of JSON that it prints, or a message to its parent. */
export type CompanionLine = { readonly type: string } & Readonly<Record<string, unknown>>;

export type CompanionEnd = {
  readonly code: number | null;
  /** The last of what it wrote to stderr; nothing where that went to ours. */
  readonly said: string;
  /** Null where trying again makes no sense. */
  readonly retryInMs: number | null;
};

export type SupervisedCompanion = {
  readonly entry: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Pick<Terminal, 'now' | 'wait'>;
  /** Whether its stderr goes to ours as it comes, or is kept for its end. */
  readonly log: 'passed' | 'kept';
  readonly onLine: (line: CompanionLine) => void;
  /** It ended without being told to; it is started again after a pause, unless that makes no sense. */
  readonly onEnd: (end: CompanionEnd) => void;
};

const saidLengthMax = 4_000;
/** Called in a wrong way, or not allowed: trying again changes nothing. */
const hopelessCodes: ReadonlySet<number | null> = new Set([4, 64]);

/** Runs a process beside the server, starts it again when it dies, and stops it in good order. */
export function superviseCompanion(supervised: SupervisedCompanion): {
  /** Once it is told to stop or is not started again. */
  readonly ended: Promise<CompanionEnd | null>;
  stop(): Promise<void>;
} {
  const { clock } = supervised;
  const stopping = new AbortController();
  let child: ChildProcess | null = null;
  const live = async (): Promise<CompanionEnd | null> => {
    for (let before = noEnds; ; ) {
      const startedAt = clock.now();
      const { code, said } = await liveOnce(supervised, (made) => {
        child = made;
      });
      child = null;
      if (stopping.signal.aborted) return null;
      const after = afterEnd(before, startedAt, clock.now());
      before = after.before;
      const end = { code, said, retryInMs: hopelessCodes.has(code) ? null : after.retryInMs };
      supervised.onEnd(end);
      if (end.retryInMs === null) return end;
      await clock.wait(end.retryInMs, stopping.signal);
      if (stopping.signal.aborted) return null;
    }
  };
  const ended = live();
  return {
    ended,
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      await ended;
    },
  };
}

function liveOnce(
  { entry, args, env, log, onLine }: SupervisedCompanion,
  onStart: (child: ChildProcess) => void,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; said: string }>();
  let said = '';
  // In a group of its own: Ctrl+C reaches the parent alone. The channel is how it notices that the parent is gone.
  const child = spawn(process.execPath, [entry, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', log === 'kept' ? 'pipe' : 2, 'ipc'],
  });
  onStart(child);
  createInterface({ input: child.stdout! }).on('line', (text) => {
    const line = parseLine(text);
    if (line) onLine(line);
  });
  child.on('message', (message) => {
    if (isLine(message)) onLine(message);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-saidLengthMax);
  });
  child.once('error', (error) => {
    said += error.message;
    if (child.pid === undefined) resolve({ code: null, said: said.trim() });
  });
  child.once('close', (code) => resolve({ code, said: said.trim() }));
  return promise;
}

function parseLine(text: string): CompanionLine | null {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : null;
  } catch {
    return null;
  }
}

function isLine(value: unknown): value is CompanionLine {
  return typeof (value as Partial<CompanionLine> | null)?.type === 'string';
}
