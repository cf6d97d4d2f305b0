import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { childEnv, processPatienceMs } from './child-env.ts';
import { Recorder } from './recorder.ts';
import type { Stage } from './stage.ts';

const program = new URL('../../apps/cli/src/main.ts', import.meta.url).pathname;

/** A line that a runner prints with --json. */
export type RunnerLine = {
  readonly type: string;
  readonly call?: { readonly toolId: string; readonly summary: string } | null;
  readonly problem?: { readonly kind: string; readonly words: string };
  readonly end?: { readonly status: string; readonly error: string | null; readonly exitCode: number | null };
  readonly sandbox?: { readonly kind: string; readonly runsCommands: boolean };
};

/** `countersign runner` as a process of its own. */
export type RunnerProcess = {
  readonly child: ChildProcess;
  readonly lines: Recorder<RunnerLine>;
  readonly dataDir: string;
  readonly errors: () => string;
  /** The line of that type about that call. */
  next(type: string, toolId?: string): Promise<RunnerLine>;
  /** Resolves to its exit code. */
  readonly ended: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export type RunnerProcessOptions = {
  readonly roots: readonly string[];
  /** Another address than the server's: somebody in between. */
  readonly server?: string;
  /** That of a runner before it: it is paired already. */
  readonly dataDir?: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Runs where the program that makes the sandbox is none. */
  readonly hidesSandbox?: boolean;
  /** Left to whoever started it, where a suite uses it. */
  readonly isKept?: boolean;
};

/** Starts a runner that is paired by a code, and resolves when it listens. */
export async function startRunnerProcess(stage: Stage, options: RunnerProcessOptions): Promise<RunnerProcess> {
  const dataDir = options.dataDir ?? newFolder('countersign-runner-data-');
  const server = options.server ?? stage.url;
  const pairing =
    options.dataDir === undefined
      ? ['--pair', (await stage.owner.runners.createPairingCode(stage.projectId)).code]
      : [];
  const runner = spawnRunner(
    [
      ...['runner', '--json', '--server', server, '--data-dir', dataDir, ...pairing],
      ...options.roots.flatMap((root) => ['--root', root]),
      ...(options.args ?? []),
    ],
    dataDir,
    options,
  );
  if (!options.isKept)
    onTestFinished(async () => {
      await runner.stop('SIGKILL');
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    });
  await Promise.race([runner.next('connected'), failed(runner)]);
  return runner;
}

export function newFolder(prefix: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), prefix)));
}

export function spawnRunner(
  args: readonly string[],
  dataDir: string,
  { env = {}, hidesSandbox = false }: Pick<RunnerProcessOptions, 'env' | 'hidesSandbox'> = {},
): RunnerProcess {
  const line = [process.execPath, program, ...args];
  // In a view of the disk of its own, in which something else stands under the name.
  const hiding = ['unshare', '--mount', 'sh', '-c', 'mount --bind /dev/null /usr/bin/bwrap && exec "$@"', 'sh'];
  const [command, ...words] = hidesSandbox ? [...hiding, ...line] : line;
  const child = spawn(command!, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: dataDir,
    env: childEnv(dataDir, env),
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const lines = new Recorder(parsed(createInterface({ input: child.stdout })), processPatienceMs);
  const ended = once(child, 'close').then(() => child.exitCode);
  return {
    child,
    lines,
    dataDir,
    ended,
    errors: () => errors,
    next: (type, toolId) =>
      lines.first(
        `${type}${toolId === undefined ? '' : ` about ${toolId}`}`,
        (line) => line.type === type && (toolId === undefined || line.call?.toolId === toolId),
      ),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return await ended;
    },
  };
}

async function failed({ ended, errors }: RunnerProcess): Promise<never> {
  const code = await ended;
  throw new Error(`the runner ended with ${code}: ${errors()}`);
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<RunnerLine> {
  for await (const line of lines) yield JSON.parse(line) as RunnerLine;
}
