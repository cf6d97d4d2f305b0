import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import { approvalIdOf, approvedCall, ask, claimedCall, report, stored, typesOf } from '../../test/acts.ts';
import { heard } from '../../test/heard.ts';
import { settings, useScene } from '../../test/plane.ts';
import { advanceDueCalls, type ControlPlane, DueCallSweeper, renewLease } from '../index.ts';

const approvalMs = 300_000;

describeOnEachDatabase('what happens when nothing happens', (database) => {
  const scene = useScene(database);

  it('is a timeout when the deadline passes, and no refusal by anyone [L5]', async () => {
    const call = await ask(scene);
    scene.clock.advance(approvalMs - 1);
    await advanceDueCalls(scene.plane);
    expect((await stored(scene, call)).state.status).toBe('awaiting_approval');
    scene.clock.advance(1);
    await advanceDueCalls(scene.plane);
    expect((await stored(scene, call)).state).toMatchObject({ status: 'timeout', completedAt: scene.clock.now() });
    const found = await scene.plane.store.findApproval(scene.projectId, approvalIdOf(call));
    expect(found!.approval).toMatchObject({ status: 'expired', decision: null });
  });

  it('is "no runner" when nobody claims in time: the call did certainly not run [L9]', async () => {
    const call = await approvedCall(scene);
    scene.clock.advance(settings.claimWindowMs);
    await advanceDueCalls(scene.plane);
    expect((await stored(scene, call)).state).toMatchObject({ status: 'failed', cause: 'no_runner' });
  });

  it('is unknown when the lease runs out, and the executor may still say what happened [L6]', async () => {
    const call = await claimedCall(scene);
    scene.clock.advance(settings.leaseMs - 1);
    await advanceDueCalls(scene.plane);
    expect((await stored(scene, call)).state.status).toBe('executing');
    scene.clock.advance(1);
    await advanceDueCalls(scene.plane);
    expect((await stored(scene, call)).state.status).toBe('unknown');
    await advanceDueCalls(scene.plane);
    expect((await report(scene, call.id)).state.status).toBe('completed');
  });

  it('is nothing while the lease is renewed [L6]', async () => {
    const call = await claimedCall(scene);
    scene.clock.advance(settings.leaseMs - 1);
    await renewLease(scene.plane, scene.runner, call.id, 1);
    scene.clock.advance(settings.leaseMs - 1);
    await advanceDueCalls(scene.plane);
    expect((await stored(scene, call)).state.status).toBe('executing');
  });

  it('happens once to each call, with several processes looking at once, however many are due [S2, L3]', async () => {
    const calls = await Promise.all(Array.from({ length: 450 }, () => ask(scene)));
    const beside = await scene.beside();
    scene.clock.advance(approvalMs);
    await Promise.all([scene.plane, beside, scene.plane].map(advanceDueCalls));
    const timedOut = await scene.plane.store.listEvents({ after: 0, limit: 10_000, projectId: scene.projectId });
    const subjects = timedOut.filter(({ type }) => type === 'tool_call.timed_out').map(({ subjectId }) => subjectId);
    expect(subjects.sort()).toEqual(calls.map(({ id }) => id).sort());
  });
});

describeOnEachDatabase('the sweeper', (database) => {
  const scene = useScene(database);
  const sweep = (plane: ControlPlane = scene.plane): { errors: unknown[]; sweeper: DueCallSweeper } => {
    const errors: unknown[] = [];
    const sweeper = new DueCallSweeper(plane, (error) => errors.push(error));
    onTestFinished(() => sweeper.close());
    return { errors, sweeper };
  };

  it('acts at the deadline of a call that came after it started [L5]', async () => {
    sweep();
    const call = await ask(scene);
    const timedOut = heard(scene.plane.store, call.id, 'tool_call.timed_out');
    scene.clock.advance(approvalMs);
    expect((await timedOut).at).toBe(scene.clock.now());
  });

  it('acts on what was due before it started: deadlines survive a restart [L2, L5]', async () => {
    const call = await ask(scene);
    scene.clock.advance(approvalMs + 5_000);
    const timedOut = heard(scene.plane.store, call.id, 'tool_call.timed_out');
    sweep();
    await timedOut;
  });

  it('acts on the earliest first, also where a later call is due sooner [L6]', async () => {
    sweep();
    const waiting = await ask(scene);
    const executing = await claimedCall(scene);
    const lost = heard(scene.plane.store, executing.id, 'tool_call.lost');
    scene.clock.advance(settings.leaseMs);
    await lost;
    expect((await stored(scene, waiting)).state.status).toBe('awaiting_approval');
    const timedOut = heard(scene.plane.store, waiting.id, 'tool_call.timed_out');
    scene.clock.advance(approvalMs - settings.leaseMs);
    await timedOut;
  });

  it('acts on the calls of another process, which it hears of late or not at all [S2]', async () => {
    const beside = await scene.beside();
    sweep(beside);
    const call = await claimedCall(scene);
    const lost = heard(scene.plane.store, call.id, 'tool_call.lost');
    for (let passed = 0; passed <= settings.leaseMs; passed += 5_000) scene.clock.advance(5_000);
    await lost;
  });

  it('leaves everything alone once it is closed [L2]', async () => {
    const { sweeper } = sweep();
    const call = await ask(scene);
    await sweeper.close();
    scene.clock.advance(approvalMs);
    await advanceDueCalls(scene.plane);
    expect(await typesOf(scene, call)).toHaveLength(4);
  });

  it('tells of a database that does not answer, and tries again [L2]', async () => {
    let isAway = true;
    const { store } = scene.plane;
    const listDue: typeof store.listDue = (now, limit) =>
      isAway ? Promise.reject(new Error('away')) : store.listDue(now, limit);
    const { errors } = sweep({ ...scene.plane, store: { ...store, listDue } });
    const call = await ask(scene);
    const timedOut = heard(store, call.id, 'tool_call.timed_out');
    scene.clock.advance(approvalMs);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    isAway = false;
    await expect
      .poll(async () => {
        scene.clock.advance(5_000);
        return (await stored(scene, call)).state.status;
      })
      .toBe('timeout');
    await timedOut;
  });
});
