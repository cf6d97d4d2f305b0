import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@countersign/client';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import { childEnv, processPatienceMs } from './harness/child-env.ts';
import { openService, toolsFile } from './harness/service.ts';

const patience = { timeout: processPatienceMs, interval: 20 };
const program = new URL('../apps/server/src/main.ts', import.meta.url);

type Started = { readonly child: ChildProcess; readonly address: string; readonly project: string };

/** The server as it is started by the command, with the clock of the machine. */
async function start(databaseUrl: string, dataDir: string): Promise<Started> {
  const child = fork(program, {
    env: childEnv(dataDir, {
      COUNTERSIGN_PORT: '0',
      COUNTERSIGN_DATABASE: databaseUrl,
      COUNTERSIGN_DATA_DIR: dataDir,
      COUNTERSIGN_LOG_LEVEL: 'error',
    }),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for (;;) {
    const [message] = (await once(child, 'message')) as [Record<string, string>];
    if (message.type === 'failed') throw new Error(message.message);
    if (message.type === 'ready') return { child, address: message.address!, project: message.project_id! };
  }
}

async function kill({ child }: Started): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describeOnEachDatabase('a job whose server is killed', (database) => {
  it('is asked for again by the next one, begun once, and finishes [U7, L2, L6]', { timeout: 180_000 }, async () => {
    const opened = await database.open();
    const dataDir = await mkdtemp(join(tmpdir(), 'countersign-poll-'));
    onTestFinished(async () => {
      await opened.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
    let isReady = false;
    const service = await openService(({ method }) =>
      method === 'POST'
        ? { status: 202, body: { job_id: 'job-7' } }
        : { body: isReady ? { status: 'done', result: { answer: 42 } } : { status: 'working' } },
    );
    const looks = () => service.seen.filter(({ method }) => method === 'GET').length;

    let server = await start(opened.url, dataDir);
    const { project } = server;
    const clientOf = (token: string): Client => createClient({ url: server.address, token });
    const token = (await readFile(join(dataDir, 'token'), 'utf8')).trim();
    const owner = clientOf(token);
    const { secret } = await owner.admin.createToken({ kind: 'agent', name: 'agent', project_id: project });
    await owner.sources.create({
      name: 'jobs',
      kind: 'http',
      document: toolsFile(service.address, [
        {
          name: 'work',
          method: 'POST',
          url: '/work',
          risk: 'LOW',
          poll: {
            status_url: '/jobs/{{ job_id }}',
            status_field: '$.status',
            result_field: '$.result',
            completed_values: ['done'],
            interval_seconds: 0.1,
            max_interval_seconds: 0.2,
            max_attempts: 5_000,
          },
        },
      ]),
      destinations: { allow_private: true },
    });
    const asked = await clientOf(secret).tools.execute('jobs__work', { wait_ms: 0 });
    const callId = String(asked.metadata.call_id);

    // Killed at no particular moment: between two looks, or while one is under way.
    for (let round = 1; round <= 2; round += 1) {
      const before = looks();
      await expect.poll(looks, patience).toBeGreaterThan(before + round);
      await kill(server);
      server = await start(opened.url, dataDir);
      const agent = clientOf(secret);
      expect(await agent.toolCalls.get(project, callId)).toMatchObject({ status: 'executing' });
    }
    const before = looks();
    await expect.poll(looks, patience).toBeGreaterThan(before);
    isReady = true;
    const call = await clientOf(secret).waitUntilSettled(project, callId);
    expect(call).toMatchObject({
      status: 'completed',
      result: { tool_id: 'jobs__work', status: 'completed', result: { answer: 42 } },
    });
    expect(service.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await kill(server);
  });
});
