import { newId, type ToolCallId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import { ask, decide } from '../../test/acts.ts';
import { heard } from '../../test/heard.ts';
import { useScene } from '../../test/plane.ts';
import { CallWaiters, type ControlPlane } from '../index.ts';

describeOnEachDatabase('whoever waits for a call', (database) => {
  const scene = useScene(database);
  const watch = (plane: ControlPlane = scene.plane): CallWaiters => {
    const waiters = new CallWaiters(plane.store, plane.clock);
    onTestFinished(() => waiters.close());
    return waiters;
  };

  it('is told when it is settled, all of them, and nothing is kept after [L2]', async () => {
    const waiters = watch();
    const call = await ask(scene);
    const waiting = Array.from({ length: 5 }, () => waiters.attach(call.id).settled(60_000));
    expect(waiters.size).toBe(1);
    await decide(scene, call, 'reject');
    for (const settled of await Promise.all(waiting))
      expect(settled).toMatchObject({ id: call.id, state: { status: 'rejected' } });
    expect(waiters.size).toBe(0);
  });

  it('may start before the call exists, and misses nothing [L8]', async () => {
    const waiters = watch();
    const callId = newId<ToolCallId>();
    const waiter = waiters.attach(callId);
    await ask(scene, 'forbidden', {}, { callId });
    expect(await waiter.settled(60_000)).toMatchObject({ id: callId, state: { status: 'rejected' } });
  });

  it('is not told of what is not the end [L8]', async () => {
    const waiters = watch();
    const call = await ask(scene);
    const waiting = waiters.attach(call.id).settled(1_000);
    await decide(scene, call, 'approve');
    scene.clock.advance(999);
    scene.clock.advance(1);
    expect(await waiting).toBeNull();
    expect(waiters.size).toBe(0);
  });

  it('is told of what another process did [S2]', async () => {
    const beside = await scene.beside();
    const waiters = watch(beside);
    const call = await ask(scene);
    const waiting = waiters.attach(call.id).settled(60_000);
    const told = heard(beside.store, call.id, 'tool_call.rejected');
    await decide(scene, call, 'reject');
    await told;
    expect(await waiting).toMatchObject({ state: { status: 'rejected' } });
  });

  it('may go away at any time, in any order, and leaves nothing behind [L2]', async () => {
    const waiters = watch();
    const callId = newId<ToolCallId>();
    const all = Array.from({ length: 4 }, () => waiters.attach(callId));
    const waiting = all.map((waiter) => waiter.settled(60_000));
    for (const index of [1, 3, 0, 2]) {
      all[index]!.detach();
      all[index]!.detach();
      expect(await waiting[index]!).toBeNull();
    }
    expect(waiters.size).toBe(0);
    expect(await all[0]!.settled(60_000)).toBeNull();
  });

  it('is let go when the server closes, and the call stays as it is [L2]', async () => {
    const waiters = watch();
    const call = await ask(scene);
    const waiting = [waiters.attach(call.id).settled(60_000), waiters.attach(newId()).settled(60_000)];
    waiters.close();
    expect(await Promise.all(waiting)).toEqual([null, null]);
    expect(waiters.size).toBe(0);
    expect((await decide(scene, call, 'approve')).call.state.status).toBe('approved');
  });
});
