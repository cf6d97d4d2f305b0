import { type JsonObject, settledStatuses, type ToolCallId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import { ask, stored, typesOf } from '../../test/acts.ts';
import { heard } from '../../test/heard.ts';
import { settings, useScene } from '../../test/plane.ts';
import {
  advanceDueCalls,
  CallWaiters,
  type ControlPlane,
  cancelCall,
  type ServerExecutor,
  ServerWorker,
  submitCall,
} from '../index.ts';

type Execute = ServerExecutor['execute'];
const done: Execute = async () => ({ ok: true, result: { answer: 42 } });

/** Runs until it is told to stop. */
const patient: Execute = (_tool, _args, signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

describeOnEachDatabase("the server's own worker", (database) => {
  const scene = useScene(database);
  const work = (execute: Execute, plane: ControlPlane = scene.plane) => {
    const executed: JsonObject[] = [];
    const errors: unknown[] = [];
    const executor: ServerExecutor = {
      execute(tool, args, signal, running) {
        executed.push(args);
        return execute(tool, args, signal, running);
      },
    };
    const worker = new ServerWorker({ ...plane, executor }, (error) => errors.push(error));
    onTestFinished(() => worker.close());
    return { executed, errors, worker };
  };
  const compute = (path = 'a') => ask(scene, 'compute', { path });
  const store = () => scene.plane.store;
  const settled = async (callId: ToolCallId) => {
    const waiters = new CallWaiters(store(), scene.clock);
    const waiter = waiters.attach(callId);
    const now = await store().findCall(scene.projectId, callId);
    const call = now && settledStatuses.has(now.state.status) ? now : await waiter.settled(60_000);
    waiters.close();
    return call!.state;
  };

  it('runs an approved call for the server, once, and settles it [T9, L6]', async () => {
    const { executed } = work(done);
    const completed = new Promise<string>((resolve) =>
      store().subscribe((events) => {
        for (const { type, subjectId } of events) if (type === 'tool_call.completed') resolve(subjectId);
      }),
    );
    const call = await compute();
    expect(await completed).toBe(call.id);
    expect(executed).toEqual([{ path: 'a' }]);
    expect((await stored(scene, call)).state).toMatchObject({
      status: 'completed',
      executor: 'server',
      result: '{"answer":42}',
    });
  });

  it('tells what a call prints before it tells how it ended, with secrets masked [T7, G8]', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    work(async (_tool, _args, _signal, { print }) => {
      print('stdout', `token: ${secret.slice(0, 9)}`);
      print('stdout', `${secret.slice(9)}\nnext`);
      print('stderr', 'oh\n');
      return { ok: true, result: null };
    });
    const call = await compute();
    await settled(call.id);
    expect((await typesOf(scene, call)).at(-1)).toBe('tool_call.completed');
    const pieces = (await store().listOutput(call.id, 0, 10)).map(({ data }) => data);
    expect(pieces.filter(({ stream }) => stream === 'stderr')).toMatchObject([{ offset: 0, text: 'oh\n' }]);
    const printed = pieces.filter(({ stream }) => stream === 'stdout').map(({ text }) => text);
    expect(printed.join('')).toBe('token: ***REDACTED***\nnext');
  });

  it('reports the class of a failure, and as unknown what nobody can tell [T8]', async () => {
    const ends = [
      { ok: false, error: 'no', errorType: 'policy', result: { partly: 1 } },
      { ok: false, error: 'lost', errorType: 'unknown' },
    ] as const;
    let count = 0;
    work(async () => ends[count++]!);
    const calls = [await compute('a'), await compute('b')];
    const states = [];
    for (const { id } of calls) states.push(await settled(id));
    expect(states).toMatchObject([
      { status: 'failed', errorType: 'policy', error: 'no', result: '{"partly":1}' },
      { status: 'unknown' },
    ]);
  });

  it.each([null, 'a key'])(
    'takes a call as it comes where nobody is asked, in the commit that records it, and runs it once: key %s [L6, L3]',
    async (idempotencyKey) => {
      const { executed, worker } = work(done);
      const commits: string[][] = [];
      store().subscribe((events) => commits.push(events.map(({ type }) => type)));
      const input = { toolName: 'compute', params: { path: 'a' }, sessionId: null, note: null, idempotencyKey };
      const call = await submitCall(scene.plane, scene.agent, input, worker);
      expect(call.state).toMatchObject({ status: 'executing', executor: 'server' });
      expect(await settled(call.id)).toMatchObject({ status: 'completed', result: '{"answer":42}' });
      expect(commits[0]).toEqual(['tool_call.submitted', 'tool_call.approved', 'tool_call.claimed']);
      await worker.close();
      expect(executed).toEqual([{ path: 'a' }]);
      expect((await typesOf(scene, call)).filter((type) => type === 'tool_call.claimed')).toHaveLength(1);
    },
  );

  it('leaves a call to others as it comes, where it takes none any more, and what a person or a runner has to do [L6, A4]', async () => {
    const { executed, worker } = work(done);
    const submit = (toolName: string) =>
      submitCall(
        scene.plane,
        scene.agent,
        { toolName, params: { path: 'a' }, sessionId: null, note: null, idempotencyKey: null },
        worker,
      );
    expect((await submit('read_file')).state.status).toBe('approved');
    expect((await submit('write_file')).state.status).toBe('awaiting_approval');
    await worker.close();
    const left = await submit('compute');
    expect(left.state.status).toBe('approved');
    expect(executed).toEqual([]);
    work(done);
    expect(await settled(left.id)).toMatchObject({ status: 'completed' });
  });

  it('takes no call that is for a runner, or that a human has not approved [L6, A4]', async () => {
    const { executed, worker } = work(done);
    await ask(scene, 'read_file');
    await ask(scene, 'write_file');
    await worker.close();
    expect(executed).toEqual([]);
  });

  it('picks up what was approved while nobody ran, however much [L2]', async () => {
    const calls = await Promise.all(Array.from({ length: 250 }, (_, index) => compute(`f${index}`)));
    const { executed, worker } = work(done);
    await expect.poll(() => executed.length).toBe(250);
    await worker.close();
    for (const call of calls) expect((await stored(scene, call)).state.status).toBe('completed');
  });

  it('leaves a call that another process has taken: of two workers one runs it [L6, S2]', async () => {
    const calls = await Promise.all(Array.from({ length: 20 }, () => compute()));
    const workers = [work(done), work(done, await scene.beside())];
    await expect.poll(() => workers.reduce((sum, { executed }) => sum + executed.length, 0)).toBe(20);
    await Promise.all(workers.map(({ worker }) => worker.close()));
    for (const call of calls)
      expect((await typesOf(scene, call)).filter((type) => type === 'tool_call.claimed')).toHaveLength(1);
    expect(workers.flatMap(({ executed }) => executed)).toHaveLength(20);
  });

  it.each([
    [
      'says that it failed',
      (async () => ({ ok: false, error: 'No. A_TOKEN=hunter2' })) as Execute,
      'No. A_TOKEN=***REDACTED***',
    ],
    ['throws', (() => Promise.reject(new Error('broken'))) as Execute, 'broken'],
    [
      'gives back what cannot be kept',
      (async () => ({ ok: true, result: { n: 1n } })) as Execute,
      expect.stringMatching(/BigInt/),
    ],
  ])('settles a call as failed where its tool %s [T8]', async (_, execute, error) => {
    const call = await compute();
    const failed = heard(store(), call.id, 'tool_call.failed');
    const { errors } = work(execute);
    await failed;
    expect((await stored(scene, call)).state).toMatchObject({ status: 'failed', cause: 'execution', error });
    expect(errors).toEqual([]);
  });

  it('stops a call that a human cancels, and says that it was cancelled [L9]', async () => {
    const call = await compute();
    const { executed } = work(patient);
    await expect.poll(() => executed.length).toBe(1);
    const cancelled = heard(store(), call.id, 'tool_call.cancelled');
    await cancelCall(scene.plane, scene.ada, scene.projectId, call.id);
    await cancelled;
    expect((await stored(scene, call)).state.status).toBe('cancelled');
  });

  it('stops a call that takes longer than its tool may, and says so [L5, T8]', async () => {
    const call = await compute();
    const { executed } = work(patient);
    await expect.poll(() => executed.length).toBe(1);
    const failed = heard(store(), call.id, 'tool_call.failed');
    scene.clock.advance(60_000);
    await failed;
    expect((await stored(scene, call)).state).toMatchObject({
      status: 'failed',
      errorType: 'timeout',
      error: 'The call took longer than 60 s.',
    });
  });

  it('renews its lease for as long as the tool runs, so that nobody takes the call for lost [L6]', async () => {
    const ended = Promise.withResolvers<void>();
    const call = await compute();
    const { executed } = work(() => ended.promise.then(() => ({ ok: true, result: null })));
    await expect.poll(() => executed.length).toBe(1);
    const start = scene.clock.now();
    for (const leaseMs of [40_000, 50_000, 60_000, 65_000]) {
      scene.clock.advance(settings.leaseMs / 3);
      await expect.poll(async () => (await stored(scene, call)).state).toMatchObject({ leaseUntil: start + leaseMs });
      await advanceDueCalls(scene.plane);
    }
    const completed = heard(store(), call.id, 'tool_call.completed');
    ended.resolve();
    await completed;
  });

  it('takes nothing more once it is told to close, and waits for what it has [L2]', async () => {
    const ended = Promise.withResolvers<void>();
    const call = await compute();
    const { worker, executed } = work(() => ended.promise.then(() => ({ ok: true, result: null })));
    await expect.poll(() => executed.length).toBe(1);
    const closed = worker.close();
    const later = await compute();
    ended.resolve();
    await closed;
    expect((await stored(scene, call)).state.status).toBe('completed');
    expect((await stored(scene, later)).state.status).toBe('approved');
  });
});
