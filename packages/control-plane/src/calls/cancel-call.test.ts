import { newId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { approvalIdOf, approvedCall, ask, claimedCall, refusalOf, report, stored, typesOf } from '../../test/acts.ts';
import { useScene } from '../../test/plane.ts';
import { cancelCall, claimCall, renewLease } from '../index.ts';

describeOnEachDatabase('cancelling', (database) => {
  const scene = useScene(database);
  const cancel = (id: Parameters<typeof cancelCall>[3], by: Parameters<typeof cancelCall>[1] = scene.agent) =>
    cancelCall(scene.plane, by, scene.projectId, id);

  it('withdraws a call that waits, and closes its approval [A7, L9]', async () => {
    const call = await ask(scene);
    expect((await cancel(call.id)).state).toMatchObject({ status: 'cancelled', by: scene.agent.name });
    const found = await scene.plane.store.findApproval(scene.projectId, approvalIdOf(call));
    expect(found!.approval).toMatchObject({ status: 'cancelled', decision: null });
    expect((await typesOf(scene, call)).slice(2)).toEqual(['approval.withdrawn', 'tool_call.cancelled']);
  });

  it('takes back a call that nobody has claimed: no runner gets it any more [L6]', async () => {
    const call = await approvedCall(scene);
    expect((await cancel(call.id, scene.bob)).state.status).toBe('cancelled');
    expect(await refusalOf(claimCall(scene.plane, scene.runner, call.id))).toBe('illegal_transition');
  });

  it('asks one that runs to stop, and its executor has the last word [L6, L9]', async () => {
    const call = await claimedCall(scene);
    const asked = await cancel(call.id);
    expect(asked.state).toMatchObject({ status: 'executing', cancelRequestedAt: scene.clock.now() });
    const renewed = await renewLease(scene.plane, scene.runner, call.id, 1);
    expect(renewed.state).toMatchObject({ cancelRequestedAt: scene.clock.now() });
    expect((await report(scene, call.id, { status: 'cancelled' })).state.status).toBe('cancelled');
    const other = await claimedCall(scene);
    await cancel(other.id);
    expect((await report(scene, other.id)).state.status).toBe('completed');
  });

  it('again changes nothing [L4]', async () => {
    const call = await ask(scene);
    const cancelled = await cancel(call.id);
    expect(await cancel(call.id, scene.ada)).toEqual(cancelled);
    const running = await claimedCall(scene);
    const asked = await cancel(running.id);
    scene.clock.advance(1);
    expect(await cancel(running.id)).toEqual(asked);
    expect(await stored(scene, running)).toEqual(asked);
  });

  it('is refused once the call is settled [L1]', async () => {
    const call = await claimedCall(scene);
    await report(scene, call.id);
    expect(await refusalOf(cancel(call.id))).toBe('illegal_transition');
  });

  it('finds only calls of the own agent, or of the own project [A5]', async () => {
    const call = await ask(scene);
    expect(await refusalOf(cancel(call.id, scene.otherAgent))).toBe('not_found');
    expect(await refusalOf(cancelCall(scene.plane, scene.eve, scene.foreignProjectId, call.id))).toBe('not_found');
    expect(await refusalOf(cancel(newId()))).toBe('not_found');
    expect(await stored(scene, call)).toEqual(call);
  });

  it('and a claim at once end in one of the two, and never in both [L6]', async () => {
    for (let round = 0; round < 10; round += 1) {
      const call = await approvedCall(scene);
      const [claim] = await Promise.all([refusalOf(claimCall(scene.plane, scene.runner, call.id)), cancel(call.id)]);
      const types = await typesOf(scene, call);
      expect(types.includes('tool_call.claimed')).toBe(claim === null);
      expect(types.at(-1)).toBe(claim === null ? 'tool_call.cancel_requested' : 'tool_call.cancelled');
    }
  });
});
