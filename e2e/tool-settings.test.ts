import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databases, hasSandbox } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { patient } from './harness/child-env.ts';
import { runThrough } from './harness/run-through.ts';
import { newFolder, type RunnerProcess, spawnRunner, startRunnerProcess } from './harness/runner-process.ts';
import { useStage } from './harness/stage.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const limits = { timeoutMs: 30_000, outputLinesMax: 2000, outputBytesMax: 51_200 };

/** Tools as whoever runs them has set them: by the names of ours, and by the other names. */
describe.skipIf(!hasSandbox)('a runner whose tools are set', () => {
  const root = newFolder('countersign-set-');
  const toolLimits = { ...limits, bashDenylist: ['git push'] };
  const stage = useStage(databases[0]!, { config: { ...patient, toolAllowedRoots: [root], toolLimits } });
  let runner: RunnerProcess;

  beforeAll(async () => {
    stage.clock.set(Date.now());
    writeFileSync(join(root, 'long.txt'), 'a line of text\n'.repeat(1_000));
    writeFileSync(join(root, 'short.txt'), '1\n2\n3\n4\n5\n6\n7\n');
    runner = await startRunnerProcess(stage, {
      roots: [root],
      isKept: true,
      env: {
        COUNTERSIGN_TOOL_TIMEOUT_SECONDS: '1',
        AUTONOUS_TOOL_TIMEOUT_SECONDS: '200',
        AUTONOUS_TOOL_MAX_OUTPUT_LINES: '5',
        AUTONOUS_TOOL_MAX_OUTPUT_BYTES: '1024',
        AUTONOUS_TOOL_BASH_DENYLIST: 'hostname,date -u',
      },
    });
  });
  afterAll(async () => {
    await runner.stop('SIGKILL');
    for (const folder of [root, runner.dataDir]) rmSync(folder, { recursive: true, force: true });
  });
  const run = (tool: string, params: Record<string, unknown>) => runThrough(stage, tool, params);

  it('stops a command after the time that is set, unless the call asks for more [T3]', async () => {
    const { call } = await run('bash', { cmd: 'echo begun; sleep 60' });
    expect(call).toMatchObject({ status: 'failed', error_type: 'timeout', error: expect.stringContaining('1 s') });
    const longer = await run('bash', { cmd: 'sleep 1.2; echo done', timeout_seconds: 60 });
    expect(longer.result).toMatchObject({ ok: true, stdout: 'done\n' });
  });

  it('cuts what a command prints by lines and by bytes, and says which [T3]', async () => {
    expect((await run('bash', { cmd: 'seq 1 9' })).result).toMatchObject({
      truncated_lines: true,
      truncated_bytes: false,
    });
    const { result } = await run('bash', { cmd: "printf 'x%.0s' $(seq 1 3000)" });
    expect(result).toMatchObject({ truncated_bytes: true });
    expect(result!.stdout.length).toBeLessThan(1_200);
  });

  it('gives files in pages of that size, whatever a call asks for [T3]', async () => {
    const short = (await run('read', { path: 'short.txt' })).result!;
    expect([short.stdout, short.truncated_lines]).toEqual(['1\n2\n3\n4\n5\n', true]);
    const rest = (await run('read', { path: 'short.txt', cursor: short.next_page_cursor })).result!;
    expect([rest.stdout, rest.next_page_cursor]).toEqual(['6\n7\n', null]);
    const long = (await run('read', { path: 'long.txt', limit_bytes: 100_000 })).result!;
    expect(long.stdout.length).toBeLessThanOrEqual(1_024);
  });

  it('never runs what is on its own list, whoever approved it [T3, G1]', async () => {
    for (const cmd of ['hostname', 'echo a && env hostname', 'date -u', 'bash -c "hostname"']) {
      const { call } = await run('bash', { cmd });
      expect(call).toMatchObject({ status: 'failed', error_type: 'policy' });
      expect(call.error).toContain('tool_bash_denylist');
    }
    expect((await run('bash', { cmd: 'date +%s' })).call.status).toBe('completed');
    expect((await run('bash', { cmd: 'echo hostname' })).result).toMatchObject({ stdout: 'hostname\n' });
  });

  it('is not even asked about what is on the list of the server [T3]', async () => {
    const { call, wasAsked } = await run('bash', { cmd: 'ls; git push origin main' });
    expect(wasAsked).toBe(false);
    expect(call).toMatchObject({ status: 'rejected', outcome: { kind: 'denied_by_policy' } });
  });
});

describe('a server that runs the tools itself', () => {
  const root = newFolder('countersign-own-');
  const toolLimits = { ...limits, outputLinesMax: 3, bashDenylist: [] };
  const stage = useStage(databases[0]!, { config: { localTools: 'server', toolAllowedRoots: [root], toolLimits } });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('goes by the same settings [T3, T9]', async () => {
    writeFileSync(join(root, 'lines.txt'), '1\n2\n3\n4\n');
    const asked = await stage.agent.executeTool(stage.projectId, {
      tool_name: 'read',
      tool_params: { path: 'lines.txt' },
    });
    const { result } = await stage.agent.waitUntilSettled(stage.projectId, asked.tool_id);
    expect(result).toMatchObject({ stdout: '1\n2\n3\n', truncated_lines: true });
  });
});

describe('settings of tools that cannot be used', () => {
  it.each([
    ['AUTONOUS_TOOL_ALLOWED_ROOTS', '', 'leave AUTONOUS_TOOL_ALLOWED_ROOTS away'],
    ['AUTONOUS_TOOL_ALLOWED_ROOTS', 'work', 'absolute path'],
    ['AUTONOUS_TOOL_TIMEOUT_SECONDS', '0', 'from 1 to 300'],
    ['AUTONOUS_TOOL_MAX_OUTPUT_LINES', 'many', 'a whole number'],
    ['COUNTERSIGN_TOOL_BASH_DENYLIST', ':(){ :|:& };:', 'first words of commands'],
  ])('%s=%s stops the start, and says what to do [T3]', async (variable, value, words) => {
    const dataDir = newFolder('countersign-unset-');
    const runner = spawnRunner(['runner', '--data-dir', dataDir], dataDir, { env: { [variable]: value } });
    expect(await runner.ended).toBe(64);
    expect(runner.errors()).toContain(words);
    rmSync(dataDir, { recursive: true, force: true });
  });
});
