import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createClient } from '@countersign/client';
import { openStore } from '@countersign/store';
import { hasSandbox } from '@countersign/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCli } from '../apps/cli/src/run-cli.ts';
import { fakeTerminal } from '../apps/cli/test/fake-terminal.ts';
import { childEnv, processPatienceMs } from './harness/child-env.ts';
import { Recorder } from './harness/recorder.ts';
import { runCommand } from './harness/run-command.ts';
import { newFolder } from './harness/runner-process.ts';

// Nothing here takes long; starting processes does where many do at once.
vi.setConfig({ testTimeout: 180_000 });

const program = new URL('../apps/cli/src/main.ts', import.meta.url).pathname;
const serverEntry = fileURLToPath(import.meta.resolve('@countersign/server/main'));

type Line = { readonly type: string } & Readonly<Record<string, unknown>>;

function dataFolder(): string {
  const dataDir = newFolder('countersign-supervisor-');
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

const serverPid = (dataDir: string): number =>
  (JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { pid: number }).pid;

/** What the log says of processes, oldest first; for after the server. */
async function processEvents(dataDir: string) {
  const store = await openStore(join(dataDir, 'countersign.db'));
  try {
    const events = await store.listEvents({ after: 0, limit: 10_000, chainId: 'system' });
    return events.filter(({ type }) => type.startsWith('process.'));
  } finally {
    await store.close();
  }
}

/** `countersign start` as a process of its own. */
async function start(dataDir: string, flags: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child: ChildProcess = spawn(process.execPath, [program, 'start', '--json', '--port', '0', ...flags], {
    cwd: dataDir,
    env: childEnv(dataDir, { COUNTERSIGN_DATA_DIR: dataDir, ...env }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const lines = new Recorder(parsed(createInterface({ input: child.stdout! })), processPatienceMs);
  const nth = async (type: string, count: number): Promise<Line> => {
    await lines.first(`${type} ${count}`, () => lines.seen.filter((line) => line.type === type).length >= count);
    return lines.seen.filter((line) => line.type === type)[count - 1]!;
  };
  return { child, ended, nth };
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<Line> {
  for await (const line of lines) yield JSON.parse(line) as Line;
}

describe('a server that is killed', () => {
  it('comes back where it was, tells the log, and goes on with the run it was at [W2]', async () => {
    const dataDir = dataFolder();
    const script = join(dataDir, 'script.json');
    const answers = [{ tool_calls: [{ name: 'ls', arguments: { path: '.' } }] }, { text: 'Done after all.' }];
    writeFileSync(script, JSON.stringify({ answers: [{ ...answers[0], delay_ms: 3_000 }, answers[1]] }));
    const env = { COUNTERSIGN_MODELS: `scripted:${script}`, COUNTERSIGN_LOCAL_TOOLS: 'server' };
    const { child, ended, nth } = await start(dataDir, ['--no-runner'], env);
    const first = await nth('ready', 1);
    const token = readFileSync(join(dataDir, 'token'), 'utf8').trim();
    const owner = createClient({ url: String(first.address), token });
    onTestFinished(() => owner.close());
    const projectId = String(first.project_id);
    // Somebody who watches it meanwhile.
    const watching = runCommand(['run', 'Look around'], { url: String(first.address), token });
    await vi.waitFor(
      async () => expect((await owner.runs.list(projectId, { status: 'running' })).runs).toHaveLength(1),
      { timeout: processPatienceMs },
    );
    process.kill(serverPid(dataDir), 'SIGKILL');
    const crashed = await nth('crashed', 1);
    expect(crashed).toMatchObject({ process_id: first.process_id, signal: 'SIGKILL', code: null, retry_in_ms: 500 });
    const second = await nth('ready', 2);
    expect(second).toMatchObject({ address: first.address, link: null });
    expect(second.process_id).not.toBe(first.process_id);
    const { code, out, err } = await watching;
    expect([code, out]).toEqual([0, 'Done after all.\n']);
    expect(err).toMatch(/the connection is lost[\s\S]*connected again/);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect((await processEvents(dataDir)).map(({ type, subjectId }) => [type, subjectId])).toEqual([
      ['process.started', first.process_id],
      ['process.crashed', first.process_id],
      ['process.started', second.process_id],
      ['process.stopped', second.process_id],
    ]);
  });

  it.skipIf(!hasSandbox)('finds its runner again, which went on without it [W2, T9]', async () => {
    const dataDir = dataFolder();
    const folder = newFolder('countersign-supervised-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'here.txt'), 'here\n');
    const { nth } = await start(dataDir, [], { COUNTERSIGN_TOOL_ALLOWED_ROOTS: folder });
    const { address, project_id: project } = await nth('ready', 1);
    const projectId = String(project);
    await nth('runner', 1);
    const owner = createClient({ url: String(address), token: readFileSync(join(dataDir, 'token'), 'utf8').trim() });
    onTestFinished(() => owner.close());
    const { secret } = await owner.admin.createToken({ kind: 'agent', name: 'builder', project_id: projectId });
    process.kill(serverPid(dataDir), 'SIGKILL');
    await nth('ready', 2);
    const agent = createClient({ url: String(address), token: secret });
    onTestFinished(() => agent.close());
    const body = { tool_name: 'read_file', tool_params: { path: 'here.txt' } };
    const { tool_id } = await agent.executeTool(projectId, body);
    const read = await agent.waitUntilSettled(projectId, tool_id);
    expect(read).toMatchObject({ status: 'completed', result: { stdout: 'here\n' } });
  });

  it('five times within a minute is said to be in a crash loop, in the log too [W2]', async () => {
    const dataDir = dataFolder();
    const waited: number[] = [];
    const lines: Line[] = [];
    const terminal = fakeTerminal({
      env: childEnv(dataDir, { COUNTERSIGN_DATA_DIR: dataDir, COUNTERSIGN_LOG_LEVEL: 'error' }),
      serverEntry: () => serverEntry,
      readFile: (path) => readFileSync(path, 'utf8'),
      wait: async (ms) => void waited.push(ms),
    });
    terminal.write = (text) => {
      const line = JSON.parse(text) as Line;
      lines.push(line);
      if (line.type !== 'ready') return;
      const isLast = lines.filter(({ type }) => type === 'ready').length === 6;
      if (isLast) process.emit('SIGTERM');
      else process.kill(serverPid(dataDir), 'SIGKILL');
    };
    expect(await runCli(['start', '--json', '--no-runner', '--port', '0'], terminal)).toBe(0);
    expect(waited).toEqual([500, 1000, 2000, 4000, 60_000]);
    expect(new Set(lines.filter(({ type }) => type === 'ready').map(({ address }) => address)).size).toBe(1);
    const events = await processEvents(dataDir);
    const crashes = lines.filter(({ type }) => type === 'crashed').map(({ process_id }) => process_id);
    expect(events.filter(({ type }) => type === 'process.crashed').map(({ subjectId }) => subjectId)).toEqual(crashes);
    expect(events.filter(({ type }) => type === 'process.crash_looped')).toMatchObject([
      { data: { crashes: 5, window_seconds: 60, threshold: 5 } },
    ]);
    const journal = readFileSync(join(dataDir, 'supervisor.jsonl'), 'utf8').trim().split('\n');
    expect(journal.map((line) => (JSON.parse(line) as Line).type)).toEqual([
      ...Array.from({ length: 5 }, () => ['ready', 'crashed']).flat(),
      ...['crash_looped', 'ready', 'stopped'],
    ]);
  });
});
