import { randomBytes } from 'node:crypto';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { approvalIdOf, approvedCall, ask, decide, stored } from '../../test/acts.ts';
import { heard } from '../../test/heard.ts';
import { useScene } from '../../test/plane.ts';
import { advanceDueCalls, approvalView, cancelCall, claimCall, executionOrder, ServerWorker } from '../index.ts';

const secret = { password: 'hunter2' };

describeOnEachDatabase('a call that was sealed with another key', (database) => {
  const scene = useScene(database);
  /** A replica that was given another key by mistake. */
  const stranger = async () => ({ ...scene, plane: await scene.beside(randomBytes(32)) });

  it('cannot be approved or edited, and says why; it can be rejected [G8, L7]', async () => {
    const call = await ask(scene, 'write_file', secret);
    const other = await stranger();
    const edit = { modifiedArguments: { path: 'b' } };
    await expect(decide(other, call, 'approve')).rejects.toThrow('the key they were sealed with differs');
    await expect(decide(other, call, 'edit', edit)).rejects.toThrow('the key they were sealed with differs');
    expect((await stored(scene, call)).state.status).toBe('awaiting_approval');
    expect((await decide(other, call, 'reject')).call.state.status).toBe('rejected');
    expect((await stored(scene, call)).request.sealedArguments).toBeNull();
  });

  it('is shown among the others, with nothing to remember [A2]', async () => {
    const call = await ask(scene, 'write_file', secret);
    const { plane } = await stranger();
    const { items } = await plane.store.listApprovals({ projectId: scene.projectId }, { limit: 10, cursor: null });
    const view = items
      .map((item) => approvalView(plane, item, []))
      .find(({ approval_id }) => approval_id === approvalIdOf(call));
    expect(view).toMatchObject({ tool_params: { password: '***REDACTED***' } });
    expect(view!.scopes.map(({ scope }) => scope)).not.toContain('class');
  });

  it('is not claimed, so that nobody waits for what cannot be run [L6]', async () => {
    const call = await approvedCall(scene, secret);
    const { plane } = await stranger();
    await expect(claimCall(plane, scene.runner, call.id)).rejects.toThrow('the key they were sealed with differs');
    expect((await stored(scene, call)).state.status).toBe('approved');
    const claimed = await claimCall(scene.plane, scene.runner, call.id);
    expect(executionOrder(scene.plane, claimed)!.order.call.arguments).toMatchObject(secret);
  });

  it('is withdrawn and timed out as any other [L5, A7]', async () => {
    const other = await stranger();
    const call = await ask(scene, 'write_file', secret);
    await cancelCall(other.plane, scene.agent, scene.projectId, call.id);
    expect((await stored(scene, call)).state.status).toBe('cancelled');
    const late = await ask(scene, 'write_file', secret);
    scene.clock.advance(300_000);
    await advanceDueCalls(other.plane);
    expect((await stored(scene, late)).state.status).toBe('timeout');
  });

  it("does not keep the server's own worker from the others [T9]", async () => {
    const hidden = await ask(scene, 'compute', { path: 'API_TOKEN=hunter2' });
    const plain = await ask(scene, 'compute', { path: 'a' });
    const { plane } = await stranger();
    const errors: unknown[] = [];
    const execute = async () => ({ ok: true, result: null }) as const;
    const completed = heard(plane.store, plain.id, 'tool_call.completed');
    const worker = new ServerWorker({ ...plane, executor: { execute } }, (error) => errors.push(error));
    await completed;
    await worker.close();
    expect(String(errors)).toContain('the key they were sealed with differs');
    expect((await stored(scene, hidden)).state.status).toBe('approved');
    expect((await stored(scene, plain)).state.status).toBe('completed');
  });
});
