import { settledStatuses, type ToolCallId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import { ask, stored } from '../../test/acts.ts';
import { useScene } from '../../test/plane.ts';
import {
  advanceDueCalls,
  ContinuationWorker,
  type ControlPlane,
  cancelCall,
  type ServerExecutor,
  ServerWorker,
} from '../index.ts';

type Resume = NonNullable<ServerExecutor['resume']>;
const patience = { timeout: 20_000, interval: 10 };

describeOnEachDatabase('a call that goes on later', (database) => {
  const scene = useScene(database);

  /** A process that begins calls, goes on with them, or both. */
  const process = (resume: Resume, plane: ControlPlane = scene.plane) => {
    const log = { begun: 0, steps: [] as unknown[], errors: [] as unknown[] };
    const executor: ServerExecutor = {
      async execute() {
        log.begun += 1;
        return { continueWith: { step: 0 }, afterMs: 1_000 };
      },
      resume(state, signal, running) {
        log.steps.push(state);
        return resume(state, signal, running);
      },
    };
    const whole = { ...plane, executor };
    const continuations = new ContinuationWorker(whole, (error) => log.errors.push(error));
    const worker = new ServerWorker(whole, (error) => log.errors.push(error), continuations);
    const close = async () => {
      await worker.close();
      await continuations.close();
    };
    onTestFinished(close);
    return { log, close };
  };
  const compute = () => ask(scene, 'compute', { path: 'a' });
  const store = () => scene.plane.store;
  const begun = async () => {
    const { id } = await compute();
    await expect.poll(() => store().findContinuation(id), patience).not.toBeNull();
    return id;
  };
  const statusOf = async (callId: ToolCallId) => (await store().findCall(scene.projectId, callId))!.state.status;
  const settled = (callId: ToolCallId) =>
    expect.poll(async () => settledStatuses.has(await statusOf(callId)), patience).toBe(true);

  it('is begun once, goes on when it is time with what it left behind, and ends [U7]', async () => {
    const { log } = process(async (state) =>
      (state as { step: number }).step < 2
        ? { continueWith: { step: (state as { step: number }).step + 1 }, afterMs: 1_000 }
        : { ok: true, result: 'done' },
    );
    const callId = await begun();
    expect(await statusOf(callId)).toBe('executing');
    for (let step = 0; step < 3; step += 1) {
      scene.clock.advance(1_000);
      await expect.poll(() => log.steps.length, patience).toBe(step + 1);
      if (step < 2)
        await expect
          .poll(async () => (await store().findContinuation(callId))!.state, patience)
          .toEqual({ step: step + 1 });
    }
    await settled(callId);
    expect((await store().findCall(scene.projectId, callId))!.state).toMatchObject({
      status: 'completed',
      result: '"done"',
    });
    expect(log).toMatchObject({ begun: 1, steps: [{ step: 0 }, { step: 1 }, { step: 2 }], errors: [] });
    expect(await store().findContinuation(callId)).toBeNull();
  });

  it('is not lost with its lease, only with all of its time [U7, L6]', async () => {
    const { close } = process(async () => ({ ok: true, result: null }));
    const callId = await begun();
    await close();
    // The tool may take 60 s, with 5 s of grace; a lease alone lasts 30 s.
    scene.clock.advance(64_000);
    await advanceDueCalls(scene.plane);
    expect(await statusOf(callId)).toBe('executing');
    scene.clock.advance(1_001);
    await advanceDueCalls(scene.plane);
    expect(await statusOf(callId)).toBe('unknown');
    // Whoever looks next finds nothing to go on with.
    const { log } = process(async () => ({ ok: true, result: null }));
    await expect.poll(() => store().findContinuation(callId), patience).toBeNull();
    expect(log.steps).toEqual([]);
  });

  it('goes on in another process when the first one is gone [U7, S2]', async () => {
    const first = process(async () => ({ ok: true, result: null }));
    const callId = await begun();
    await first.close();
    const second = process(async () => ({ ok: true, result: 2 }), await scene.beside());
    scene.clock.advance(1_000);
    await settled(callId);
    expect(second.log).toMatchObject({ begun: 0, steps: [{ step: 0 }] });
    expect(first.log).toMatchObject({ begun: 1, steps: [] });
  });

  it('is taken by one of many processes at a time [U7, S2]', async () => {
    const finish = Promise.withResolvers<void>();
    onTestFinished(() => finish.resolve());
    const slow: Resume = async () => {
      await finish.promise;
      return { ok: true, result: null };
    };
    const processes = [process(slow), process(slow, await scene.beside()), process(slow, await scene.beside())];
    const callId = await begun();
    const taken = () => processes.flatMap(({ log }) => log.steps).length;
    scene.clock.advance(1_000);
    await expect.poll(taken, patience).toBe(1);
    // Longer than a step may be held without being renewed, a little at a time.
    for (let more = 0; more < 6; more += 1) {
      const { version } = (await store().findContinuation(callId))!;
      scene.clock.advance(4_000);
      await expect
        .poll(async () => (await store().findContinuation(callId))!.version, patience)
        .toBeGreaterThan(version);
    }
    expect(taken()).toBe(1);
    finish.resolve();
    await settled(callId);
    expect(taken()).toBe(1);
  });

  it('stops at once when it is cancelled, between steps and within one [U7, L9]', async () => {
    const { log } = process(
      (_state, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    );
    const between = await begun();
    await cancelCall(scene.plane, scene.agent, scene.projectId, between);
    await settled(between);
    expect(await statusOf(between)).toBe('cancelled');
    expect(log.steps).toEqual([]);
    const within = await begun();
    scene.clock.advance(1_000);
    await expect.poll(() => log.steps.length, patience).toBe(1);
    await cancelCall(scene.plane, scene.agent, scene.projectId, within);
    await settled(within);
    expect(await statusOf(within)).toBe('cancelled');
    for (const callId of [between, within]) expect(await store().findContinuation(callId)).toBeNull();
  });

  it('fails where a step throws, and nothing is left behind [U7, T8]', async () => {
    process(() => Promise.reject(new Error('the oven is cold')));
    const callId = await begun();
    scene.clock.advance(1_000);
    await settled(callId);
    expect((await stored(scene, { id: callId } as never)).state).toMatchObject({
      status: 'failed',
      error: 'the oven is cold',
    });
    expect(await store().findContinuation(callId)).toBeNull();
  });
});
