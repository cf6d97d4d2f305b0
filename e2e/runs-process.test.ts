import { newId, type ProcessId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ended, scriptedModels } from './harness/scripted-models.ts';
import { ServerChild } from './harness/server-process.ts';
import { ownStage, type Stage } from './harness/stage.ts';

// Nothing here takes long; starting processes does where many do at once.
vi.setConfig({ testTimeout: 120_000 });

describeOnEachDatabase('processes of the server', (database) => {
  /** A server that only takes messages; what works on them is started by the test. */
  const open = async () => {
    const { models } = scriptedModels(onTestFinished, { hello: { answers: [{ text: 'Hello from a worker.' }] } });
    const stage = await ownStage(database, { config: { models, role: 'server' } });
    const start = (env: Readonly<Record<string, string>> = {}) =>
      new ServerChild(stage.dataDir, {
        COUNTERSIGN_DATABASE: stage.databaseUrl,
        COUNTERSIGN_MODELS: models.specs.join(','),
        COUNTERSIGN_LOG_LEVEL: 'error',
        ...env,
      });
    return { stage, start };
  };
  const said = async ({ server }: Stage, processId: unknown) => {
    const events = await server.plane.store.listEvents({ after: 0, limit: 10_000, chainId: 'system' });
    return events.filter(({ subjectId }) => subjectId === processId);
  };

  it('work on what others took in, without a port of their own, and say when they end [W2, W5]', async () => {
    const { stage, start } = await open();
    const worker = start({ COUNTERSIGN_ROLE: 'worker' });
    const ready = await worker.next('ready');
    expect(ready).toMatchObject({ role: 'worker', address: null, link: null, process_id: expect.any(String) });
    const { run } = await stage.owner.chat.postMessage(stage.projectId, { text: 'Say hello.' });
    expect(await ended(stage, run)).toMatchObject({ status: 'completed', answer: 'Hello from a worker.' });
    const { nodes } = await stage.owner.eventLog.tree(stage.projectId, { id: run.run_id });
    expect(nodes[0]).toMatchObject({ kind: 'agent', id: run.run_id });
    const log = await stage.owner.eventLog.list(stage.projectId, { session_id: run.session_id });
    expect(log.events.find(({ type }) => type === 'agent.started')).toMatchObject({ parent_id: ready.process_id });
    expect(await worker.stop()).toBe(0);
    await expect
      .poll(async () => (await said(stage, ready.process_id)).map(({ type }) => type))
      .toEqual(['process.started', 'process.stopped']);
    const [started] = await said(stage, ready.process_id);
    expect(started).toMatchObject({ projectId: null, data: { role: 'worker', pid: worker.child.pid } });
  });

  it('put into the log how those before them ended, before anything else [W2]', async () => {
    const { stage, start } = await open();
    const [dead, looping] = [newId<ProcessId>(), newId<ProcessId>()];
    const crash = { code: null, signal: 'SIGKILL', at: '2026-01-01T00:00:01.000Z', retry_in_ms: 500 };
    const report = {
      previous_process_id: looping,
      crashes: [
        { ...crash, process_id: dead },
        { ...crash, process_id: looping, code: 7, signal: null },
      ],
      crash_loop: { crashes: 5, window_seconds: 60, threshold: 5 },
    };
    const child = start({ COUNTERSIGN_SUPERVISOR_REPORT: JSON.stringify(report) });
    const ready = await child.next('ready');
    expect(child.told.map(({ type }) => type)).toEqual(['recorded', 'ready']);
    expect(ready).toMatchObject({ role: 'all', address: expect.stringContaining('http://') });
    expect(await said(stage, dead)).toMatchObject([
      { type: 'process.crashed', at: Date.parse(crash.at), data: { signal: 'SIGKILL', retry_in_ms: 500 } },
    ]);
    expect(await said(stage, looping)).toMatchObject([{ type: 'process.crashed', data: { code: 7 } }]);
    const own = await said(stage, ready.process_id);
    expect(own.map(({ type }) => type)).toEqual(['process.crash_looped', 'process.started']);
    expect(own[0]!.data).toEqual({ crashes: 5, window_seconds: 60, threshold: 5 });
    expect(own[1]!.data).toMatchObject({ role: 'all', previous: looping });
    await child.stop();
  });

  it('take up at once what a dead process held [W2]', async () => {
    const { stage, start } = await open();
    const { run } = await stage.owner.chat.postMessage(stage.projectId, { text: 'Say hello.' });
    const dead = newId<ProcessId>();
    // Held far beyond the time that a test may take.
    const now = Date.now();
    const guard = {
      kind: 'run_lease',
      runId: run.run_id as never,
      processId: dead,
      now,
      until: now + 3_600_000,
    } as const;
    expect((await stage.server.plane.store.commit({ guard, events: [] })).ok).toBe(true);
    const report = { previous_process_id: dead, crashes: [], crash_loop: null };
    start({ COUNTERSIGN_ROLE: 'worker', COUNTERSIGN_SUPERVISOR_REPORT: JSON.stringify(report) });
    expect(await ended(stage, run)).toMatchObject({ status: 'completed' });
  });
});
