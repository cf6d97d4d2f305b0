import { newId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { refuseOrder } from '@countersign/tool-call';
import { expect, it } from 'vitest';
import {
  approvedCall,
  ask,
  claimedCall,
  eventsOf,
  refusalOf,
  report,
  stored,
  targetOf,
  typesOf,
} from '../../test/acts.ts';
import { settings, useScene } from '../../test/plane.ts';
import { claimCall, createSession, decideApproval, executionOrder, renewLease } from '../index.ts';

describeOnEachDatabase('a claim', (database) => {
  const scene = useScene(database);

  it('gives an approved call to one runner, under a lease with a fence [L6]', async () => {
    const call = await approvedCall(scene);
    const claimed = await claimCall(scene.plane, scene.runner, call.id);
    expect(claimed).toEqual(await stored(scene, call));
    expect(claimed.state).toMatchObject({
      status: 'executing',
      executor: scene.runner.id,
      fence: 1,
      leaseUntil: scene.clock.now() + settings.leaseMs,
      executeBy: scene.clock.now() + 65_000,
    });
  });

  it('is won by one of many runners that come at once, at two processes [L6, S2]', async () => {
    const call = await approvedCall(scene);
    const planes = [scene.plane, await scene.beside()];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        refusalOf(claimCall(planes[index % 2]!, index % 3 === 0 ? scene.runner : scene.otherRunner, call.id)),
      ),
    );
    expect(results.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(results.filter((refusal) => refusal === 'already_claimed')).toHaveLength(19);
    expect((await typesOf(scene, call)).filter((type) => type === 'tool_call.claimed')).toHaveLength(1);
  });

  it('is refused again to the runner that has it: whoever lost the answer must not run the call [L6]', async () => {
    const call = await claimedCall(scene);
    expect(await refusalOf(claimCall(scene.plane, scene.runner, call.id))).toBe('already_claimed');
  });

  it('is refused before anyone approved, after the window, and once settled [L6]', async () => {
    const waiting = await ask(scene);
    expect(await refusalOf(claimCall(scene.plane, scene.runner, waiting.id))).toBe('illegal_transition');
    const done = await claimedCall(scene);
    await report(scene, done.id);
    expect(await refusalOf(claimCall(scene.plane, scene.runner, done.id))).toBe('illegal_transition');
    const old = await approvedCall(scene);
    scene.clock.advance(settings.claimWindowMs);
    expect(await refusalOf(claimCall(scene.plane, scene.runner, old.id))).toBe('illegal_transition');
  });

  it('finds only calls of its own project, machine and kind [A5, P2]', async () => {
    const { id: sessionId } = await createSession(scene.plane, scene.agent, { title: null, machine: 'laptop' });
    const bound = await ask(scene, 'read_file', {}, { sessionId });
    expect(await refusalOf(claimCall(scene.plane, scene.otherRunner, bound.id))).toBe('not_found');
    expect(await refusalOf(claimCall(scene.plane, scene.foreignRunner, bound.id))).toBe('not_found');
    expect(await refusalOf(claimCall(scene.plane, scene.runner, bound.id))).toBeNull();
    const ours = await ask(scene, 'compute');
    expect(await refusalOf(claimCall(scene.plane, scene.runner, ours.id))).toBe('not_found');
    expect(await refusalOf(claimCall(scene.plane, scene.runner, newId()))).toBe('not_found');
  });
});

describeOnEachDatabase('an order', (database) => {
  const scene = useScene(database);
  const trusted = () => ({
    publicKey: scene.plane.signer.key.public_key,
    nowMs: scene.clock.now(),
    hasSeenNonce: () => false,
  });

  it('carries the call that was approved, signed, and a runner accepts it [L7]', async () => {
    const call = await approvedCall(scene, { password: 'hunter2' });
    const order = executionOrder(scene.plane, call)!;
    expect(refuseOrder(order, trusted())).toBeNull();
    expect(order.order.digest).toBe(call.request.digest);
    expect(order.order.call.arguments).toEqual({ path: 'src/a.txt', content: '', password: 'hunter2' });
    const [, , decided] = await eventsOf(scene, call.id);
    expect(decided!.data.digest).toBe(order.order.digest);
  });

  it('carries what a human made of the call, where one edited it [A1, L7]', async () => {
    const call = await ask(scene);
    const plain = { feedback: null, digest: null, scope: 'call', expiresInSeconds: null } as const;
    const edit = { ...plain, verb: 'edit', modifiedArguments: { path: 'lib/b.txt' } } as const;
    const { call: edited } = await decideApproval(scene.plane, scene.ada, targetOf(scene, call), edit);
    const order = executionOrder(scene.plane, edited)!;
    expect(refuseOrder(order, trusted())).toBeNull();
    expect(order.order.call.arguments).toEqual({ path: 'lib/b.txt', content: '' });
    expect(order.order.digest).toBe(edited.request.digest);
  });

  it('is the same every time it is asked for, and every call has a nonce of its own [L7]', async () => {
    const call = await approvedCall(scene);
    const claimed = await claimCall(scene.plane, scene.runner, call.id);
    expect(executionOrder(scene.plane, claimed)).toEqual(executionOrder(scene.plane, call));
    const other = await approvedCall(scene);
    expect(executionOrder(scene.plane, other)!.order.nonce).not.toBe(executionOrder(scene.plane, call)!.order.nonce);
  });

  it('is given for nothing that is not to be run: waiting, settled or unknown [L6, L7]', async () => {
    expect(executionOrder(scene.plane, await ask(scene))).toBeNull();
    const done = await claimedCall(scene);
    expect(executionOrder(scene.plane, await report(scene, done.id))).toBeNull();
    const lost = await claimedCall(scene);
    expect(executionOrder(scene.plane, await report(scene, lost.id, { status: 'unknown' }))).toBeNull();
  });
});

describeOnEachDatabase('a lease', (database) => {
  const scene = useScene(database);

  it('is prolonged by its holder, up to the execution timeout [L5, L6]', async () => {
    const call = await claimedCall(scene);
    const executeBy = scene.clock.now() + 65_000;
    for (const expected of [scene.clock.now() + 50_000, executeBy, executeBy]) {
      scene.clock.advance(20_000);
      const renewed = await renewLease(scene.plane, scene.runner, call.id, 1);
      expect(renewed.state).toMatchObject({ leaseUntil: expected });
    }
    expect(await typesOf(scene, call)).toHaveLength(5);
  });

  it('is prolonged by nobody else, by no other fence, and not once it has run out [L6]', async () => {
    const call = await claimedCall(scene);
    const renew = (by = scene.runner, fence = 1) => refusalOf(renewLease(scene.plane, by, call.id, fence));
    expect(await renew(scene.otherRunner)).toBe('stale_fence');
    expect(await renew(scene.runner, 2)).toBe('stale_fence');
    expect(await renew(scene.foreignRunner)).toBe('not_found');
    scene.clock.advance(settings.leaseMs);
    expect(await renew()).toBe('illegal_transition');
  });
});

describeOnEachDatabase('a report', (database) => {
  const scene = useScene(database);

  it('settles the call with its result, masked, and the time it took [L10, G8]', async () => {
    const call = await claimedCall(scene, { password: 'hunter2' });
    scene.clock.advance(1_234);
    const settled = await report(scene, call.id, { result: { out: 'A_TOKEN=hunter2', password: 'x', n: 1 } });
    expect(settled).toEqual(await stored(scene, call));
    expect(settled.state).toMatchObject({
      status: 'completed',
      result: '{"out":"A_TOKEN=***REDACTED***","password":"***REDACTED***","n":1}',
      executionTimeMs: 1_234,
    });
    expect(JSON.stringify(await eventsOf(scene, call.id))).not.toContain('hunter2');
    expect(settled.request.sealedArguments).toBeNull();
  });

  it.each([
    ['failed', 'failed', 'tool_call.failed'],
    ['cancelled', 'cancelled', 'tool_call.cancelled'],
    ['unknown', 'unknown', 'tool_call.lost'],
  ] as const)('that says %s makes the call so [L9]', async (status, expected, event) => {
    const call = await claimedCall(scene);
    expect((await report(scene, call.id, { status })).state.status).toBe(expected);
    expect((await typesOf(scene, call)).at(-1)).toBe(event);
  });

  it('of an error keeps it short, visible and masked, and never ends inside a character [A8, G8]', async () => {
    for (const error of [`${'x'.repeat(999)}😀😀`, 'PASSWORD=hunter2', 'a\u202eb', 'x'.repeat(5_000)]) {
      const call = await claimedCall(scene);
      const { state } = await report(scene, call.id, { status: 'failed', error });
      expect(state).toMatchObject({ status: 'failed', cause: 'execution', errorType: 'tool_exec' });
      const kept = (state as { error: string }).error;
      expect(kept.length).toBeLessThanOrEqual(1_000);
      expect(kept).not.toMatch(/hunter2|\u202e|[\ud800-\udbff]$/);
    }
  });

  it('is answered the same when it is sent again, and refused when it is another one: the first stands [L6]', async () => {
    const call = await claimedCall(scene);
    const first = await report(scene, call.id, { result: { n: 1 } });
    expect(await report(scene, call.id, { result: { n: 1 } })).toEqual(first);
    expect(await refusalOf(report(scene, call.id, { result: { n: 2 } }))).toBe('illegal_transition');
    expect(await refusalOf(report(scene, call.id, { status: 'failed' }))).toBe('illegal_transition');
    expect(await stored(scene, call)).toEqual(first);
  });

  it('is refused without a claim, with a stale fence, and from anyone else [L6]', async () => {
    const unclaimed = await approvedCall(scene);
    expect(await refusalOf(report(scene, unclaimed.id))).toBe('not_claimed');
    expect(await refusalOf(report(scene, (await ask(scene)).id))).toBe('illegal_transition');
    const call = await claimedCall(scene);
    expect(await refusalOf(report(scene, call.id, { fence: 2 }))).toBe('stale_fence');
    expect(await refusalOf(report(scene, call.id, {}, scene.otherRunner))).toBe('stale_fence');
    expect(await refusalOf(report(scene, call.id, {}, scene.foreignRunner))).toBe('not_found');
    expect((await report(scene, call.id, { fence: null })).state.status).toBe('completed');
  });

  it('that comes after the lease is the truth still, and says that it is late [L6]', async () => {
    const call = await claimedCall(scene);
    await report(scene, call.id, { status: 'unknown' });
    expect(await refusalOf(report(scene, call.id, {}, scene.otherRunner))).toBe('stale_fence');
    expect((await report(scene, call.id)).state.status).toBe('completed');
    expect((await eventsOf(scene, call.id)).at(-1)).toMatchObject({
      type: 'tool_call.completed',
      data: { late: true },
    });
    const { items } = await scene.plane.store.listCalls({ projectId: scene.projectId }, { limit: 9, cursor: null });
    expect(items).toHaveLength(1);
  });
});
