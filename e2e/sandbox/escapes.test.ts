import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type CommandRunner, createCommandRunner } from '@countersign/local-tools';
import { hasSandbox } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskEscapes } from './disk-escapes.ts';
import type { Attempted, Escape } from './escape.ts';
import { type EscapeStage, openEscapeStage } from './escape-stage.ts';
import { networkEscapes } from './network-escapes.ts';
import { processEscapes } from './process-escapes.ts';

const escapes = [...networkEscapes, ...processEscapes, ...diskEscapes];
const isRoot = process.getuid?.() === 0;
const timeoutMs = 10_000;

/** Each attempt is really made, in the sandbox that runners use, and what came of it is looked at from outside. */
describe.skipIf(!hasSandbox)('a command that tries to get out', () => {
  let stage: EscapeStage;
  let runner: CommandRunner;
  beforeAll(async () => {
    stage = await openEscapeStage();
    const created = await createCommandRunner({ environment: process.env });
    if (created.runner === null) throw new Error(created.refusal ?? 'no runner');
    runner = created.runner;
  });
  afterAll(async () => {
    await runner.close();
    await stage.close();
  });

  it.each(escapes.filter(canBeTried).map((attempt) => [attempt.name, attempt] as const))(
    'stays inside where it %s [T6]',
    async (_, attempt) => {
      stage.forget();
      const attempted = await inSandbox(attempt);
      expect({ escaped: attempt.hasEscaped(stage, attempted), attempted }).toEqual({ escaped: false, attempted });
      expect(stage.isVictimAlive()).toBe(true);
    },
  );

  it.each(
    escapes
      .filter((attempt) => canBeTried(attempt) && hasControl(attempt))
      .map((attempt) => [attempt.name, attempt] as const),
  )('would get out without a sandbox where it %s', async (_, attempt) => {
    stage.forget();
    const attempted = await asItIs(attempt);
    expect({ escaped: attempt.hasEscaped(stage, attempted), attempted }).toEqual({ escaped: true, attempted });
    spawnSync('bash', ['-c', `rm -f ${stage.outside}/pwned*`]);
  });

  it('is tried in 40 ways at least [T6]', () => {
    expect(escapes.filter(canBeTried).length).toBeGreaterThanOrEqual(40);
    expect(new Set(escapes.map(({ name }) => name)).size).toBe(escapes.length);
  });

  async function inSandbox(attempt: Escape): Promise<Attempted> {
    const printed: Uint8Array[] = [];
    const { stoppedBy } = await runner.run({
      argv: ['/bin/bash', '--noprofile', '--norc', '-c', attempt.script(stage)],
      workingFolder: stage.workspace,
      roots: [stage.workspace],
      mayWrite: attempt.mayWrite ?? true,
      mayUseNetwork: false,
      pinnedFiles: [],
      timeoutMs,
      signal: new AbortController().signal,
      onOutput: ({ bytes }) => printed.push(bytes),
    });
    return { output: Buffer.concat(printed).toString('utf8'), stoppedBy };
  }

  /** Started as any program starts another, with everything that it inherits. */
  async function asItIs(attempt: Escape): Promise<Attempted> {
    const child = spawn('/bin/bash', ['--noprofile', '--norc', '-c', attempt.script(stage)], {
      cwd: stage.workspace,
      timeout: timeoutMs,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed: Uint8Array[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Uint8Array) => printed.push(bytes));
    await once(child, 'close');
    return { output: Buffer.concat(printed).toString('utf8'), stoppedBy: null };
  }
});

function canBeTried({ needs = [] }: Escape): boolean {
  return needs.every((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0);
}

function hasControl({ control }: Escape): boolean {
  return control === 'succeeds' || (control === 'as root' && isRoot);
}
