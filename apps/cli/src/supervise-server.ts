import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** What the server says when it listens. */
export type Ready = {
  readonly type: 'ready';
  readonly address: string;
  /** Signs a browser in, once. Null where there is no administrator to sign in. */
  readonly link: string | null;
  readonly project_id: string | null;
  readonly data_dir: string;
};

export type ServerEnd = {
  readonly code: number;
  /** Why it never got ready, in its own words. */
  readonly failure: string | null;
  readonly wasReady: boolean;
};

type Supervised = {
  readonly entry: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onReady: (ready: Ready) => void;
  /** Awaited before a signal is passed on, for what needs the server to end well; it may hurry at the second. */
  readonly onStop?: () => Promise<void>;
};

/** Signals and what the server is told. A closed terminal stops it in good order. */
const forwarded = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' } as const;

/** Whoever asks a third time wants no more waiting. */
const stopsAwaited = 2;

/** Runs the server as a child until it ends. */
export function superviseServer({ entry, env, onReady, onStop = async () => {} }: Supervised): Promise<ServerEnd> {
  // In a group of its own: Ctrl+C reaches this process alone, which passes it on once. Its log goes to stderr, so that
  // stdout has nothing but what this command prints.
  const child = spawn(process.execPath, [entry], { env, detached: true, stdio: ['ignore', 2, 2, 'ipc'] });
  const stop = (): void => void child.kill('SIGTERM');
  let toldTimes = 0;
  const tell = (told: NodeJS.Signals): void => {
    toldTimes += 1;
    void (toldTimes <= stopsAwaited ? onStop() : Promise.resolve()).finally(() => child.kill(told));
  };
  const listeners = Object.entries(forwarded).map(([signal, told]) => [signal, () => tell(told)] as const);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  process.once('exit', stop);
  let failure: string | null = null;
  let wasReady = false;
  child.on('message', (message) => {
    if (isFailed(message)) failure = message.message;
    if (!isReady(message)) return;
    wasReady = true;
    onReady(message);
  });
  return new Promise((resolve, reject) => {
    const end = (): void => {
      for (const [signal, listener] of listeners) process.off(signal, listener);
      process.off('exit', stop);
    };
    child.once('error', (error) => {
      end();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      end();
      resolve({ code: code ?? 128 + constants.signals[signal!], failure, wasReady });
    });
  });
}

function isReady(message: unknown): message is Ready {
  return hasType(message, 'ready') && typeof (message as Partial<Ready>).address === 'string';
}

function isFailed(message: unknown): message is { type: 'failed'; message: string } {
  return hasType(message, 'failed') && typeof (message as { message?: unknown }).message === 'string';
}

function hasType(message: unknown, type: string): boolean {
  return message !== null && typeof message === 'object' && 'type' in message && message.type === type;
}
