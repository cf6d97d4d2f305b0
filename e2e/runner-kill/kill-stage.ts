import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { keepPairing, pair, type RunnerEvent } from '@countersign/runner';
import { onTestFinished } from 'vitest';
import { childEnv, processPatienceMs } from '../harness/child-env.ts';
import { Recorder } from '../harness/recorder.ts';
import type { RunnerLine } from '../harness/runner-process.ts';
import type { Stage } from '../harness/stage.ts';
import type { KillableOrder } from './killable-runner.ts';

const program = new URL('./killable-runner.ts', import.meta.url).pathname;

/** Steps of a call at which a runner can die. */
export type Step = Extract<RunnerEvent['type'], `call.${string}`>;

export type KillableRunner = {
  readonly child: ChildProcess;
  readonly lines: Recorder<RunnerLine>;
  /** Resolves when it is dead, however that came. */
  readonly dead: Promise<unknown>;
  kill(): Promise<unknown>;
};

/** Pairs a runner that is to be killed and started again. Returns its state folder. */
export async function pairKillable(stage: Stage, root: string, dataDir: string): Promise<string> {
  const { code } = await stage.owner.runners.createPairingCode(stage.projectId);
  const given = { code, name: `killable ${root}`, machine: 'laptop' };
  return keepPairing(dataDir, await pair(stage.client(null), { server: stage.url, roots: [root] }, given));
}

/** A process that dies at a step; resolves when it listens. */
export async function startKillable(order: KillableOrder): Promise<KillableRunner> {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnv(order.stateFolder),
  });
  const dead = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = new Recorder(parsed(createInterface({ input: child.stdout })), processPatienceMs);
  await lines.first('connected', ({ type }) => type === 'connected');
  const kill = (): Promise<unknown> => {
    child.kill('SIGKILL');
    return dead;
  };
  return { child, lines, dead, kill };
}

/** How often a command ran: each run adds a line. */
export function runsOf(root: string, name: string): number {
  const path = join(root, name);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<RunnerLine> {
  for await (const line of lines) yield JSON.parse(line) as RunnerLine;
}
