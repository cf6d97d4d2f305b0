import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Client, createClient } from '@countersign/client';
import { newId } from '@countersign/contract';
import { hasSandbox } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { childEnv, processPatienceMs } from './harness/child-env.ts';
import { Recorder, watchEvents } from './harness/recorder.ts';
import { firstMove } from './harness/run-through.ts';
import { newFolder } from './harness/runner-process.ts';

// Nothing here takes long; starting processes does where many do at once.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const program = new URL('../apps/cli/src/main.ts', import.meta.url).pathname;

type Line = {
  readonly type: string;
  readonly address?: string;
  readonly project_id?: string;
  readonly roots?: string[];
};

/** One machine, out of the box: `countersign start` in a folder, and the commands beside it. */
describe.skipIf(!hasSandbox)('countersign start, with a runner for the current folder', () => {
  const folder = newFolder('countersign-start-');
  const dataDir = newFolder('countersign-start-data-');
  const env = childEnv(dataDir, { COUNTERSIGN_DATA_DIR: dataDir });
  let server: ChildProcess;
  let lines: Recorder<Line>;
  let owner: Client;
  let agent: Client;
  let projectId: string;

  /** Another terminal in the same folder. */
  const countersign = async (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err] = await Promise.all([
      child.stdout.setEncoding('utf8').toArray(),
      child.stderr.setEncoding('utf8').toArray(),
      once(child, 'close'),
    ]);
    return { code: child.exitCode, out: out.join(''), err: err.join('') };
  };
  const approve = async (toolName: string, params: Record<string, unknown>): Promise<string> => {
    const heard = await watchEvents(owner, projectId);
    const asked = await agent.executeTool(projectId, { tool_name: toolName, tool_params: params });
    const { toolId, approvalId } = await firstMove(asked, heard);
    if (approvalId !== null) await owner.approvals.approve(await owner.approvals.get(projectId, approvalId));
    heard.stop();
    return toolId;
  };
  const run = async (toolName: string, params: Record<string, unknown>) =>
    await agent.waitUntilSettled(projectId, await approve(toolName, params));

  beforeAll(async () => {
    server = spawn(process.execPath, [program, 'start', '--json', '--port', '0'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    lines = new Recorder(parsed(createInterface({ input: server.stdout! })), processPatienceMs);
    const { address, project_id } = await lines.first('the server', ({ type }) => type === 'ready');
    projectId = project_id!;
    owner = createClient({ url: address!, token: readFileSync(join(dataDir, 'token'), 'utf8').trim() });
    const { secret } = await owner.admin.createToken({ kind: 'agent', name: 'builder', project_id: projectId });
    agent = createClient({ url: address!, token: secret });
    await lines.first('the runner', ({ type }) => type === 'runner');
  });
  afterAll(async () => {
    await Promise.all([owner.close(), agent.close()]);
    server.kill('SIGKILL');
    for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true });
  });

  it('runs calls in the folder in which it was started [T9, T6]', async () => {
    const runner = await lines.first('the runner', ({ type }) => type === 'runner');
    expect(runner.roots).toEqual([folder]);
    writeFileSync(join(folder, 'here.txt'), 'here\n');
    expect((await run('read_file', { path: 'here.txt' })).result).toMatchObject({ stdout: 'here\n' });
  });

  it('lists its runner, and finds nothing wrong with the machine [T6]', async () => {
    const listed = await countersign('runners');
    expect([listed.code, listed.out]).toEqual([0, expect.stringMatching(/there\s+bubblewrap/)]);
    const doctor = await countersign('doctor', '--json');
    const { findings } = JSON.parse(doctor.out) as { findings: { check: string; state: string; said: string }[] };
    expect(findings.filter(({ state }) => state === 'fail')).toEqual([]);
    expect(doctor.code).toBe(0);
    for (const check of [
      'node',
      'ripgrep',
      'sandbox',
      'data folder',
      'database',
      'policy',
      'server',
      'clock',
      'runner',
    ])
      expect(findings.find((finding) => finding.check === check)).toMatchObject({ state: 'ok' });
  });

  it('undoes a change, once, and tells the server [T5]', async () => {
    writeFileSync(join(folder, 'undo.txt'), 'before\n');
    const { tool_id, status } = await run('write', { path: 'undo.txt', content: 'after\n' });
    expect([status, readFileSync(join(folder, 'undo.txt'), 'utf8')]).toEqual(['completed', 'after\n']);
    const undone = await countersign('undo', tool_id, '--json');
    expect([undone.err, undone.code]).toEqual(['', 0]);
    expect(JSON.parse(undone.out)).toMatchObject({ path: join(folder, 'undo.txt'), server_told: true });
    expect(readFileSync(join(folder, 'undo.txt'), 'utf8')).toBe('before\n');
    const again = await countersign('undo', tool_id);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('Nothing is kept of the call')]);
  });

  it('takes a new file away again, and leaves one alone that was changed since [T5]', async () => {
    const made = await run('write', { path: 'made.txt', content: 'new\n' });
    expect((await countersign('undo', made.tool_id)).out).toContain('it was not there before the call');
    expect(existsSync(join(folder, 'made.txt'))).toBe(false);
    writeFileSync(join(folder, 'mine.txt'), 'before\n');
    const changed = await run('edit', { path: 'mine.txt', find: 'before', replace: 'after' });
    writeFileSync(join(folder, 'mine.txt'), 'my own words\n');
    const refused = await countersign('undo', changed.tool_id);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('was changed after the call')]);
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('my own words\n');
  });

  it('shows what a command prints, to its end [T7]', async () => {
    const cmd = 'echo first; until [ -e go ]; do sleep 0.05; done; echo last; echo oops >&2';
    const toolId = await approve('bash', { cmd });
    const following = countersign('calls', 'output', toolId, '--follow');
    writeFileSync(join(folder, 'go'), '');
    expect(await following).toEqual({ code: 0, out: 'first\nlast\n', err: 'oops\n' });
    const json = await countersign('calls', 'output', toolId, '--json');
    expect(
      json.out
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { stream: string }).stream),
    ).toContain('stderr');
  });

  it('says what to do where something cannot be done', async () => {
    const unknown = await countersign('undo', newId<string>());
    expect([unknown.code, unknown.err]).toEqual([
      1,
      expect.stringContaining('on the machine whose runner made the change'),
    ]);
    const elsewhere = await countersign('runner', '--server', 'http://127.0.0.1:1');
    expect([elsewhere.code, elsewhere.err]).toEqual([64, expect.stringContaining('countersign runner code')]);
    const wrong = await countersign('runner', '--pair', '123');
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('That is not a pairing code')]);
    const nowhere = await countersign('runner', '--root', '/nowhere/at/all');
    expect([nowhere.code, nowhere.err]).toEqual([64, expect.stringContaining('--root')]);
    const code = await countersign('runner', 'code');
    expect([code.code, code.out]).toEqual([
      0,
      expect.stringMatching(/countersign runner --server http\S+ --root FOLDER --pair [0-9A-Z-]+/),
    ]);
  });

  it('stops its runner with the server', async () => {
    const { findings } = JSON.parse((await countersign('doctor', '--json')).out) as {
      findings: { check: string; said: string }[];
    };
    const pid = Number(/process (\d+)/.exec(findings.find(({ check }) => check === 'runner')!.said)![1]);
    server.kill('SIGTERM');
    await lines.ended;
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    expect(existsSync(join(dataDir, 'server.json'))).toBe(false);
  });
});

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<Line> {
  for await (const line of lines) yield JSON.parse(line) as Line;
}
