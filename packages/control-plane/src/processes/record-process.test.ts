import { newId, type ProcessId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { useScene } from '../../test/plane.ts';
import { recordCrashLoop, recordProcessCrashed, recordProcessStarted, recordProcessStopped } from '../index.ts';

describeOnEachDatabase('what becomes of processes', (database) => {
  const scene = useScene(database);

  it('is in the log of the system, by process [W2, W5]', async () => {
    const [dead, next] = [newId<ProcessId>(), newId<ProcessId>()];
    const { plane } = scene;
    const at = scene.clock.now() - 5;
    await recordProcessStarted(plane, dead, { role: 'worker', version: '1.0.0', pid: 41 });
    const crash = { code: null, signal: 'SIGKILL', restarts: 1, retryInMs: 500, at };
    await recordProcessCrashed(plane, dead, crash);
    await recordProcessStarted(plane, next, { role: 'worker', version: '1.0.0', pid: 42, previous: dead });
    await recordCrashLoop(plane, next, { crashes: 5, windowSeconds: 60, threshold: 5 });
    await recordProcessStopped(plane, next);
    const told = async (id: ProcessId) =>
      (await plane.store.listNodeEvents(id, 10)).map(({ type, chainId, projectId, data }) => [
        type,
        chainId,
        projectId,
        data,
      ]);
    expect(await told(dead)).toEqual([
      ['process.started', 'system', null, { role: 'worker', version: '1.0.0', pid: 41 }],
      [
        'process.crashed',
        'system',
        null,
        { process_id: dead, code: null, signal: 'SIGKILL', restarts: 1, retry_in_ms: 500 },
      ],
    ]);
    expect(await told(next)).toEqual([
      ['process.started', 'system', null, { role: 'worker', version: '1.0.0', pid: 42, previous: dead }],
      ['process.crash_looped', 'system', null, { crashes: 5, window_seconds: 60, threshold: 5 }],
      ['process.stopped', 'system', null, {}],
    ]);
    expect((await plane.store.listNodeEvents(dead, 10))[1]!.at).toBe(at);
  });
});
