import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A line that a runner prints with --json. */
export type RunnerLine = { readonly type: string } & Readonly<Record<string, unknown>>;

export type SupervisedRunner = {
  readonly entry: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: RunnerLine) => void;
  /** It ended without being told to; it is started again after a pause, unless that makes no sense. */
  readonly onEnd: (end: {
    readonly code: number | null;
    readonly said: string;
    readonly retryInMs: number | null;
  }) => void;
};

const retryMsFirst = 1_000;
const retryMsMax = 60_000;
/** One that lived for so long has earned a fresh start. */
const steadyMs = 60_000;
const saidLengthMax = 4_000;
/** Called in a wrong way, or not allowed: trying again changes nothing. */
const hopelessCodes: ReadonlySet<number | null> = new Set([4, 64]);

/** Runs a runner beside the server, starts it again when it dies, and stops it in good order. */
export function superviseRunner(options: SupervisedRunner): { stop(): Promise<void> } {
  let child: ChildProcess | null = null;
  let isStopping = false;
  let failures = 0;
  let timer: NodeJS.Timeout | null = null;
  let ended = Promise.resolve();

  const start = (): void => {
    const startedAt = Date.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    ended = promise;
    let said = '';
    // In a group of its own: Ctrl+C reaches the parent alone. The channel is how it notices that the parent is gone.
    const made = spawn(process.execPath, [options.entry, ...options.args], {
      env: options.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = made;
    createInterface({ input: made.stdout! }).on('line', (text) => {
      const line = parseLine(text);
      if (line) options.onLine(line);
    });
    made.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-saidLengthMax);
    });
    const end = (code: number | null): void => {
      if (child !== made) return;
      child = null;
      resolve();
      if (isStopping) return;
      failures = Date.now() - startedAt > steadyMs ? 0 : failures + 1;
      const retryInMs = hopelessCodes.has(code) ? null : Math.min(retryMsMax, retryMsFirst * 2 ** (failures - 1));
      if (retryInMs !== null) timer = setTimeout(start, retryInMs);
      options.onEnd({ code, said: said.trim(), retryInMs });
    };
    made.once('error', (error) => {
      said += error.message;
      end(null);
    });
    made.once('close', (code) => end(code));
  };

  start();
  return {
    async stop() {
      isStopping = true;
      if (timer) clearTimeout(timer);
      child?.kill('SIGTERM');
      await ended;
    },
  };
}

function parseLine(text: string): RunnerLine | null {
  try {
    const value = JSON.parse(text) as RunnerLine | null;
    return typeof value?.type === 'string' ? value : null;
  } catch {
    return null;
  }
}
