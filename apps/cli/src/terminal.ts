import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clackPrompts, type Prompts } from './prompts.ts';

/** Everything a command sees of the process it runs in, as values: a test runs commands without one. */
export type Terminal = {
  /** To stdout: results. */
  readonly write: (text: string) => void;
  /** Waits until whoever reads stdout has taken enough of what was written. */
  readonly drained: () => Promise<void>;
  /** What comes in on stdin, in pieces as they arrive. */
  readonly stdin: () => AsyncIterable<Uint8Array>;
  /** To stderr: everything else. */
  readonly warn: (text: string) => void;
  /** Whether a person sits there: prompts, browsers and editors are opened only then. */
  readonly isInteractive: boolean;
  readonly hasColor: boolean;
  /** Whether stderr is a screen that can show progress. */
  readonly showsProgress: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly homedir: string;
  readonly hostname: string;
  readonly platform: NodeJS.Platform;
  readonly prompts: Prompts;
  /** Path of the server's program. */
  readonly serverEntry: () => string;
  /** Path of this program itself. */
  readonly ownEntry: () => string;
  readonly readFile: (path: string) => string;
  /** Stdin as it comes in, in pieces of any size. */
  readonly input: () => AsyncIterable<Uint8Array>;
  /** Path of the program that speaks with Telegram. */
  readonly telegramEntry: () => string;
  /** How large the screen is that stdout is; null where it is none. */
  readonly screen: () => { readonly columns: number; readonly rows: number } | null;
  /** Whether a process of this user is there. */
  readonly isRunning: (pid: number) => boolean;
  readonly now: () => number;
  /** Until so much time has passed, or the signal says that nobody waits any more. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** The one place of the command that reads the process. */
export function systemTerminal(): Terminal {
  const { stdin, stdout, stderr, env, platform } = process;
  return {
    write: (text) => void stdout.write(text),
    drained: async () => {
      if (stdout.writableNeedDrain) await once(stdout, 'drain');
    },
    stdin: () => stdin,
    warn: (text) => void stderr.write(text),
    isInteractive: Boolean(stdin.isTTY && stdout.isTTY),
    hasColor: Boolean(stdout.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb',
    showsProgress: Boolean(stderr.isTTY) && env.TERM !== 'dumb',
    env,
    cwd: process.cwd(),
    homedir: homedir(),
    hostname: hostname(),
    platform,
    prompts: clackPrompts,
    serverEntry: () => fileURLToPath(import.meta.resolve('@countersign/server/main')),
    ownEntry: () => fileURLToPath(new URL('./main.ts', import.meta.url)),
    readFile: (path) => readFileSync(path, 'utf8'),
    input: () => stdin,
    telegramEntry: () => fileURLToPath(import.meta.resolve('@countersign/telegram/main')),
    screen: () => (stdout.isTTY && env.TERM !== 'dumb' ? { columns: stdout.columns, rows: stdout.rows } : null),
    isRunning,
    now: () => Date.now(),
    wait,
  };
}

async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  // What it throws is that nobody waits any more.
  await setTimeout(ms, undefined, signal ? { signal } : {}).catch(() => {});
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 sends nothing; it fails where the process is gone or somebody else's.
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
