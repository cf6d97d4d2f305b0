import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolResult } from '@countersign/contract';
import { databases, hasSandbox } from '@countersign/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { patient } from './harness/child-env.ts';
import { Meddler } from './harness/meddler.ts';
import { type EventRecorder, watchEvents } from './harness/recorder.ts';
import { ask, runThrough } from './harness/run-through.ts';
import { newFolder, type RunnerProcess, spawnRunner, startRunnerProcess } from './harness/runner-process.ts';
import { useStage } from './harness/stage.ts';

// Nothing here takes long; starting processes does where many do at once.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const canHideSandbox =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!hasSandbox)('a runner process', () => {
  const root = newFolder('countersign-life-');
  const stage = useStage(databases[0]!, { config: { ...patient, toolAllowedRoots: [root] } });
  let gates = 0;
  let heard: EventRecorder;

  beforeAll(() => stage.clock.set(Date.now()));
  beforeEach(async () => {
    stage.clock.set(Date.now());
    heard = await watchEvents(stage.owner, stage.projectId);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** A command that runs until the test lets it end. */
  const gated = () => {
    gates += 1;
    const name = `gate-${gates}`;
    return {
      cmd: `echo waiting; until [ -e ${name} ]; do sleep 0.05; done; echo through`,
      open: () => writeFileSync(join(root, name), ''),
    };
  };
  const approve = async (cmd: string): Promise<string> => {
    const { toolId, approvalId } = await ask(stage, 'bash', { cmd }, heard);
    await stage.owner.approvals.approve(await stage.owner.approvals.get(stage.projectId, approvalId!));
    return toolId;
  };
  const settled = (toolId: string) => stage.agent.waitUntilSettled(stage.projectId, toolId);
  const statusOf = async (toolId: string) => (await stage.agent.toolCalls.get(stage.projectId, toolId)).status;

  describe('that runs for a while', () => {
    let runner: RunnerProcess;
    let meddler: Meddler;
    beforeAll(async () => {
      meddler = await Meddler.start(stage.url, { isKept: true });
      const args = ['--concurrency', '2'];
      runner = await startRunnerProcess(stage, { roots: [root], server: meddler.url, args, isKept: true });
    });
    afterAll(async () => {
      await runner.stop('SIGKILL');
      await meddler.close();
      rmSync(runner.dataDir, { recursive: true, force: true });
    });

    it('streams what a command prints to who watches, with secrets masked, while it runs [T7, G8]', async () => {
      const gate = gated();
      const secret = `ghp_${'a1B2'.repeat(9)}`;
      const toolId = await approve(`echo token ${secret}; ${gate.cmd}`);
      const piece = await heard.next('tool.output', toolId, ({ text }) => text.includes('waiting'));
      expect(piece.stream).toBe('stdout');
      expect(await statusOf(toolId)).toBe('executing');
      gate.open();
      const { result } = await settled(toolId);
      expect((result as ToolResult).stdout).toMatch(/^token \S*REDACTED\S*\nwaiting\nthrough\n$/);
      const { chunks, is_complete } = await stage.agent.call('listToolOutput', {
        params: { project_id: stage.projectId, tool_id: toolId },
      });
      const printed = chunks.map(({ text }) => text).join('');
      expect([is_complete, printed.includes('through'), printed.includes(secret)]).toEqual([true, true, false]);
      expect(JSON.stringify(runner.lines.seen)).not.toContain(secret);
    });

    it('runs so many calls at once and leaves the others unclaimed [L6]', async () => {
      const gate = gated();
      const calls = await Promise.all([approve(gate.cmd), approve(gate.cmd), approve(gate.cmd), approve(gate.cmd)]);
      await untilStarted(runner, calls, 2);
      const statuses = await Promise.all(calls.map(statusOf));
      expect(statuses.sort()).toEqual(['approved', 'approved', 'executing', 'executing']);
      gate.open();
      for (const call of calls) expect((await settled(call)).status).toBe('completed');
    });

    it('stops a command that somebody cancels [L6, T7]', async () => {
      const gate = gated();
      const toolId = await approve(gate.cmd);
      await heard.next('tool.output', toolId);
      await stage.owner.toolCalls.cancel(stage.projectId, toolId);
      expect((await settled(toolId)).status).toBe('cancelled');
    });

    it('brings the result of a command during which the connection was lost [L2, L6]', async () => {
      const gate = gated();
      const toolId = await approve(gate.cmd);
      await heard.next('tool.output', toolId);
      const isBack = reconnected(runner);
      meddler.goAway();
      gate.open();
      await runner.next('report.delayed', toolId);
      meddler.comeBack();
      const { status, result } = await settled(toolId);
      expect([status, (result as ToolResult).stdout]).toEqual(['completed', 'waiting\nthrough\n']);
      await isBack;
    });

    it('runs nothing where the answer to its claim was lost, and says so [L6]', async () => {
      meddler.losesNextClaim = true;
      const { call } = await runThrough(stage, 'bash', { cmd: 'touch claimed-and-lost' }, heard);
      expect(call).toMatchObject({ status: 'failed', error: expect.stringContaining('nothing was run') });
      expect(existsSync(join(root, 'claimed-and-lost'))).toBe(false);
    });

    it('brings the result of a command during which the server was restarted [L2, L6]', async () => {
      const gate = gated();
      const toolId = await approve(gate.cmd);
      await heard.next('tool.output', toolId);
      heard.stop();
      const isBack = reconnected(runner);
      await stage.restart();
      gate.open();
      expect(await stage.agent.waitUntilSettled(stage.projectId, toolId)).toMatchObject({ status: 'completed' });
      await isBack;
      expect((await runThrough(stage, 'ls', { path: '.' })).call.status).toBe('completed');
    });

    it('shares its state with nobody: a second process for the same folders says who has it [L6]', async () => {
      const args = ['runner', '--server', meddler.url, '--root', root, '--data-dir', runner.dataDir];
      const second = spawnRunner(args, runner.dataDir);
      expect(await second.ended).toBe(1);
      expect(second.errors()).toContain(`process ${runner.child.pid}`);
      const renamed = spawnRunner([...args, '--machine', 'another'], runner.dataDir);
      expect([await renamed.ended, renamed.errors()]).toEqual([64, expect.stringContaining('pair again')]);
    });
  });

  it('hears of orders over a WebSocket too [P2]', async () => {
    await startRunnerProcess(stage, { roots: [root], args: ['--transport', 'ws'] });
    expect((await runThrough(stage, 'bash', { cmd: 'echo by socket > socket.txt' }, heard)).call.status).toBe(
      'completed',
    );
    expect(readFileSync(join(root, 'socket.txt'), 'utf8')).toBe('by socket\n');
  });

  it('lets running calls end when it is told to stop, and takes no more [L6]', async () => {
    const runner = await startRunnerProcess(stage, { roots: [root] });
    const gate = gated();
    const toolId = await approve(gate.cmd);
    await heard.next('tool.output', toolId);
    const { toolId: late, approvalId } = await ask(stage, 'bash', { cmd: 'touch late.txt' }, heard);
    runner.child.kill('SIGTERM');
    await runner.next('stopping');
    await stage.owner.approvals.approve(await stage.owner.approvals.get(stage.projectId, approvalId!));
    gate.open();
    expect((await settled(toolId)).status).toBe('completed');
    expect([await runner.ended, await statusOf(late)]).toEqual([0, 'approved']);
    await stage.owner.toolCalls.cancel(stage.projectId, late);
  });

  it('stops running calls when it is told twice, and says so [L6, T8]', async () => {
    const runner = await startRunnerProcess(stage, { roots: [root] });
    const toolId = await approve(gated().cmd);
    await heard.next('tool.output', toolId);
    runner.child.kill('SIGINT');
    await runner.next('stopping');
    runner.child.kill('SIGINT');
    expect(await settled(toolId)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('The runner was stopped'),
    });
  });

  it('ends with words when its credential is revoked [A5]', async () => {
    const runner = await startRunnerProcess(stage, { roots: [root], args: ['--name', 'short-lived'] });
    const { tokens } = await stage.owner.admin.listTokens();
    const token = tokens.find(({ name }) => name === 'short-lived')!;
    await stage.owner.admin.revokeToken(token.token_id);
    expect([await runner.ended, runner.errors()]).toEqual([4, expect.stringContaining('its credential was revoked')]);
  });

  it('keeps its keys from commands and tools where a root holds them, as a home does [G1, T6]', async () => {
    const dataDir = join(root, 'keys');
    mkdirSync(dataDir, { mode: 0o700 });
    const { code } = await stage.owner.runners.createPairingCode(stage.projectId);
    const line = ['runner', '--json', '--server', stage.url, '--data-dir', dataDir, '--pair', code, '--root', root];
    const runner = spawnRunner(line, dataDir);
    try {
      await runner.next('connected');
      const [folder] = readdirSync(join(dataDir, 'runners'));
      const kept = `keys/runners/${folder}/pairing.json`;
      expect(readFileSync(join(root, kept), 'utf8')).toContain('secret');
      const searched = await runThrough(stage, 'grep', { pattern: 'secret' }, heard);
      const command = await runThrough(stage, 'bash', { cmd: 'grep -rl secret .; find . -name pairing.json' }, heard);
      const named = await runThrough(stage, 'bash', { cmd: 'touch keys/x' }, heard);
      const read = await runThrough(stage, 'read', { path: kept }, heard);
      expect(searched.result).toMatchObject({ stdout: '' });
      expect(command.result).toMatchObject({ stdout: '', ok: true });
      for (const { call } of [named, read]) expect(call).toMatchObject({ status: 'failed', error_type: 'policy' });
    } finally {
      await runner.stop('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('goes by the rules of its own user, whoever approved [G6]', async () => {
    const policy = join(root, 'own.yaml');
    writeFileSync(policy, 'version: 1\nrules:\n  - { id: no-touch, match: { command: touch }, outcome: deny }\n');
    await startRunnerProcess(stage, { roots: [root], args: ['--policy', policy] });
    const { call, wasAsked } = await runThrough(stage, 'bash', { cmd: 'touch touched' }, heard);
    expect([wasAsked, call.status, call.error_type]).toEqual([true, 'failed', 'policy']);
    expect(existsSync(join(root, 'touched'))).toBe(false);
  });

  describe.skipIf(!canHideSandbox)('without a sandbox', () => {
    it('refuses commands and says why, and runs the file tools [T6]', async () => {
      const runner = await startRunnerProcess(stage, { roots: [root], hidesSandbox: true });
      expect((await runner.next('ready')).sandbox).toMatchObject({ kind: 'none', runsCommands: false });
      const { call } = await runThrough(stage, 'bash', { cmd: 'touch unconfined' }, heard);
      expect(call).toMatchObject({ status: 'failed', error_type: 'policy', error: expect.stringContaining('sandbox') });
      expect(existsSync(join(root, 'unconfined'))).toBe(false);
      expect((await runThrough(stage, 'ls', { path: '.' }, heard)).call.status).toBe('completed');
    });

    it('runs commands where the user said so by name, and every approval shows it [T6, A8]', async () => {
      const args = ['--allow-unsandboxed', '--name', 'bare'];
      await startRunnerProcess(stage, { roots: [root], hidesSandbox: true, args });
      const { toolId, approvalId } = await ask(stage, 'bash', { cmd: 'touch unconfined' }, heard);
      const approval = await stage.owner.approvals.get(stage.projectId, approvalId!);
      expect(approval.runs_on).toContainEqual(expect.objectContaining({ name: 'bare', sandbox: 'none' }));
      expect(approval.display.warnings.join(' ')).toMatch(/sandbox/i);
      await stage.owner.approvals.approve(approval);
      expect((await settled(toolId)).status).toBe('completed');
      expect(existsSync(join(root, 'unconfined'))).toBe(true);
    });
  });
});

/** Resolves when it is connected once more than by now. */
async function reconnected({ lines }: RunnerProcess): Promise<void> {
  const count = () => lines.seen.filter(({ type }) => type === 'connected').length;
  const before = count();
  await lines.first('a connection again', () => count() > before);
}

/** Resolves when so many of the calls have started. */
async function untilStarted({ lines }: RunnerProcess, calls: readonly string[], count: number): Promise<void> {
  const started = new Set<string>();
  await lines.first(`${count} starts`, ({ type, call }) => {
    if (type === 'call.started' && call && calls.includes(call.toolId)) started.add(call.toolId);
    return started.size >= count;
  });
}
