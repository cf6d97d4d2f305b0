import { spawn } from 'node:child_process';

/** What the server says when it works. */
export type Ready = {
  readonly type: 'ready';
  /** Null for a process that works on runs alone and listens nowhere. */
  readonly address: string | null;
  /** Signs a browser in, once. Null where there is no administrator to sign in. */
  readonly link: string | null;
  readonly project_id: string | null;
  readonly data_dir: string;
  /** As the log names this process. */
  readonly process_id?: string;
};

export type ProcessEnd = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it never got ready, in its own words. */
  readonly failure: string | null;
  readonly ready: Ready | null;
};

export type ServerProcess = {
  readonly pid: number | undefined;
  readonly ended: Promise<ProcessEnd>;
  kill(signal: NodeJS.Signals): void;
};

export type Told = {
  readonly onReady: (ready: Ready) => void;
  /** What it was told of processes before it is in the log. */
  readonly onRecorded: () => void;
};

/** One process of the server, from its start to its end. */
export function startServerProcess(entry: string, env: NodeJS.ProcessEnv, told: Told): ServerProcess {
  // In a group of its own: Ctrl+C reaches this process alone, which passes it on once. Its log goes to stderr, so that
  // stdout has nothing but what this command prints.
  const child = spawn(process.execPath, [entry], { env, detached: true, stdio: ['ignore', 2, 2, 'ipc'] });
  const stop = (): void => void child.kill('SIGTERM');
  process.once('exit', stop);
  const { promise, resolve } = Promise.withResolvers<ProcessEnd>();
  let failure: string | null = null;
  let ready: Ready | null = null;
  const end = (code: number | null, signal: NodeJS.Signals | null): void => {
    process.off('exit', stop);
    resolve({ code, signal, failure, ready });
  };
  child.on('message', (message) => {
    if (isFailed(message)) failure = message.message;
    if (hasType(message, 'recorded')) told.onRecorded();
    if (!isReady(message)) return;
    ready = message;
    told.onReady(message);
  });
  child.once('error', (error) => {
    // Also where it could not be told something; then it is still there.
    if (child.pid !== undefined) return;
    failure = error.message;
    end(null, null);
  });
  child.once('exit', end);
  return { pid: child.pid, ended: promise, kill: (signal) => void child.kill(signal) };
}

function isReady(message: unknown): message is Ready {
  return hasType(message, 'ready') && typeof (message as Partial<Ready>).data_dir === 'string';
}

function isFailed(message: unknown): message is { type: 'failed'; message: string } {
  return hasType(message, 'failed') && typeof (message as { message?: unknown }).message === 'string';
}

function hasType(message: unknown, type: string): boolean {
  return message !== null && typeof message === 'object' && 'type' in message && message.type === type;
}
