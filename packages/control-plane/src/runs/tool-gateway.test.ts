import type { Run, ToolGateway } from '@countersign/agent';
import { limits, newId, type ToolCallId, type TurnId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { decide, eventsOf, report } from '../../test/acts.ts';
import { post } from '../../test/chat.ts';
import { heard, turns } from '../../test/heard.ts';
import { useScene } from '../../test/plane.ts';
import { claimCall, toolGateway } from '../index.ts';

describeOnEachDatabase('tools of a run', (database) => {
  const scene = useScene(database);
  const start = async (): Promise<{ gateway: ToolGateway; run: Run }> => {
    const { run } = await post(scene, {}, scene.bob);
    return { gateway: toolGateway(scene.plane), run: { ...run, turnId: newId<TurnId>() } };
  };
  const asking = (toolName = 'write_file', args = { path: 'a.txt' }) => {
    return { callId: newId<ToolCallId>(), toolName, args, note: 'I want to.' };
  };
  const call = async (callId: ToolCallId) => (await scene.plane.store.findCall(scene.projectId, callId))!;

  it('are called through the gate, under the chosen id, below the turn, for the user who asked [W2, W5, L8]', async () => {
    const { gateway, run } = await start();
    const asked = asking();
    const standing = await gateway.submit(run, asked);
    expect(standing).toMatchObject({
      callId: asked.callId,
      toolName: 'write_file',
      status: 'awaiting_approval',
      isSettled: false,
      outcome: null,
      result: null,
      submittedAt: scene.clock.now(),
      askedAt: scene.clock.now(),
      answeredAt: null,
      settledAt: null,
    });
    expect((await call(asked.callId)).request).toMatchObject({
      userId: scene.bob.id,
      agentId: run.agentId,
      sessionId: run.sessionId,
      agentNote: 'I want to.',
    });
    const [submitted] = await eventsOf(scene, asked.callId);
    expect(submitted).toMatchObject({ type: 'tool_call.submitted', parentId: run.turnId, chainId: run.sessionId });
  });

  it('are asked for once, however often a call is submitted [W2]', async () => {
    const { gateway, run } = await start();
    const asked = asking();
    const other = toolGateway(await scene.beside());
    const all = await Promise.all([gateway.submit(run, asked), other.submit(run, asked), gateway.submit(run, asked)]);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['awaiting_approval']));
    const types = (await eventsOf(scene, asked.callId)).map(({ type }) => type);
    expect(types).toEqual(['tool_call.submitted', 'approval.requested']);
    // One that went on meanwhile is found as it is.
    await decide(scene, await call(asked.callId), 'reject', { feedback: 'Use a branch.' });
    expect(await gateway.submit(run, asked)).toMatchObject({
      status: 'rejected',
      isSettled: true,
      outcome: { kind: 'denied_by_human', feedback: 'Use a branch.' },
    });
    // An id is for one call alone.
    await expect(gateway.submit(run, { ...asked, toolName: 'deploy' })).rejects.toThrow('Another call has this id');
    const elsewhere = await start();
    await expect(elsewhere.gateway.submit(elsewhere.run, asked)).rejects.toThrow('Another call has this id');
  });

  it('say what came of them, and when a person was asked and answered [W4]', async () => {
    const { gateway, run } = await start();
    const asked = asking();
    const askedAt = scene.clock.now();
    await gateway.submit(run, asked);
    scene.clock.advance(7_000);
    const answeredAt = scene.clock.now();
    await decide(scene, await call(asked.callId), 'approve');
    await claimCall(scene.plane, scene.runner, asked.callId);
    scene.clock.advance(500);
    await report(scene, asked.callId, { result: { written: 3 } });
    const [standing] = await gateway.look(run, [asked.callId]);
    expect(standing).toMatchObject({
      status: 'completed',
      isSettled: true,
      result: { written: 3 },
      error: null,
      askedAt,
      answeredAt,
      settledAt: answeredAt + 500,
    });
    expect(await gateway.look(run, [newId()])).toEqual([]);
    expect(await gateway.look((await start()).run, [asked.callId])).toEqual([]);
  });

  it('that nobody answers for in time count as waited for until then [W4]', async () => {
    const { gateway, run } = await start();
    const asked = asking();
    await gateway.submit(run, asked);
    scene.clock.advance(10);
    await gateway.cancel(run, asked.callId, 'The run was stopped.');
    const [standing] = await gateway.look(run, [asked.callId]);
    expect(standing).toMatchObject({
      status: 'cancelled',
      answeredAt: scene.clock.now(),
      outcome: { kind: 'cancelled' },
    });
    expect((await call(asked.callId)).state).toMatchObject({ by: 'assistant: The run was stopped.' });
    // Once more, and one that was never submitted: there is nothing to do.
    await gateway.cancel(run, asked.callId, 'again');
    await gateway.cancel(run, newId(), 'never there');
  });

  it('that there are not, or that policy denies, are on record with why [W2, T8]', async () => {
    const { gateway, run } = await start();
    const unknown = await gateway.submit(run, asking('no_such_tool'));
    expect(unknown).toMatchObject({ status: 'failed', errorClass: 'validation', askedAt: null, isSettled: true });
    const denied = await gateway.submit(run, asking('forbidden'));
    expect(denied).toMatchObject({ status: 'rejected', errorClass: 'policy', outcome: { kind: 'denied_by_policy' } });
    const long = asking('x'.repeat(limits.toolNameLengthMax * 2));
    expect(await gateway.submit(run, long)).toMatchObject({ status: 'failed' });
    expect((await call(long.callId)).request.toolName).toHaveLength(limits.toolNameLengthMax);
    const wordy = { ...asking(), note: 'n'.repeat(limits.agentNoteLengthMax * 2) };
    await gateway.submit(run, wordy);
    expect((await call(wordy.callId)).request.agentNote).toHaveLength(limits.agentNoteLengthMax);
  });

  it('are those that the rules of access leave to the agent [U10]', async () => {
    const { run } = await start();
    const seen: unknown[] = [];
    const access = {
      ...scene.plane.access,
      mayUse: (claims: object, { name }: { readonly name: string }) => {
        seen.push(claims);
        return name === 'read_file';
      },
    };
    const gateway = toolGateway({ ...scene.plane, access });
    expect((await gateway.available(run)).map(({ name }) => name)).toEqual(['read_file']);
    expect(seen[0]).toMatchObject({ sub: scene.bob.id, agent: run.agentId, kind: 'agent' });
    expect((await toolGateway(scene.plane).available(run)).length).toBeGreaterThan(1);
  });

  it('tell of a call that was settled before anybody waited for it [W2]', async () => {
    const { gateway, run } = await start();
    const asked = asking();
    await gateway.submit(run, asked);
    await decide(scene, await call(asked.callId), 'reject');
    await gateway.changed(run, [asked.callId], new AbortController().signal);
    expect((await gateway.look(run, [asked.callId]))[0]).toMatchObject({ isSettled: true });
  });

  it('tell of every change, of this process and of another, and of nothing else [W2]', async () => {
    const { gateway, run } = await start();
    const [one, two] = [asking(), asking()];
    await gateway.submit(run, one);
    await gateway.submit(run, two);
    const never = new AbortController();
    let isTold = false;
    const other = await scene.beside();
    const changed = toolGateway(other)
      .changed(run, [one.callId], never.signal)
      .then(() => (isTold = true));
    const seen = heard(other.store, two.callId, 'approval.decided');
    await decide(scene, await call(two.callId), 'approve');
    await seen;
    await turns();
    expect(isTold).toBe(false);
    await decide(scene, await call(one.callId), 'approve');
    await changed;
    expect(isTold).toBe(true);

    const stopping = new AbortController();
    const stopped = gateway.changed(run, [one.callId], stopping.signal);
    stopping.abort();
    await stopped;
    await gateway.changed(run, [one.callId], stopping.signal);
  });
});
