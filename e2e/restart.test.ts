import { createClient } from '@countersign/client';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import { approvedCall, askFor, newSession, npmTest } from './harness/calls.ts';
import { watchEvents, watchSession } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { ownStage } from './harness/stage.ts';
import { startRunner } from './harness/test-runner.ts';

describeOnEachDatabase('a restart of the server', (database) => {
  it('keeps pending approvals as they were, to be decided afterwards [L2]', async () => {
    const stage = await ownStage(database);
    const { call, approval } = await askFor(stage);
    await stage.restart();
    expect(await stage.owner.approvals.get(stage.projectId, approval.approval_id)).toEqual(approval);
    const runner = await startRunner(stage);
    await stage.owner.approvals.approve(approval);
    expect(await stage.agent.waitUntilSettled(stage.projectId, call.tool_id)).toMatchObject({ status: 'completed' });
    expect(runner.executed).toHaveLength(1);
  });

  it('keeps deadlines: one that passed meanwhile has passed [L2, L5]', async () => {
    const stage = await ownStage(database);
    const { call, approval } = await askFor(stage);
    const { call: later } = await askFor(stage, { tool_name: 'write_file', tool_params: { path: 'a', content: '' } });
    await stage.server.close();
    stage.clock.advance(300_000);
    await stage.restart();
    const late = await refused(stage.owner.approvals.approve(approval));
    expect(late).toMatchObject({ status: 410, code: 'approval_expired' });
    const settled = await stage.agent.waitUntilSettled(stage.projectId, later.tool_id);
    expect(settled).toMatchObject({ status: 'timeout', error: 'Approval timeout' });
    expect(await stage.agent.toolCalls.get(stage.projectId, call.tool_id)).toMatchObject({ status: 'timeout' });
  });

  it('keeps grants and their end [L2, A2]', async () => {
    const stage = await ownStage(database);
    const { approval } = await askFor(stage);
    await stage.owner.approvals.approve(approval, { scope: 'class', expires_in_seconds: 3600 });
    await stage.restart();
    const execute = () => stage.agent.executeTool(stage.projectId, npmTest);
    expect(await execute()).toMatchObject({ status: 'approved', outcome: { kind: 'approved_by_grant' } });
    stage.clock.advance(3_600_000);
    expect(await execute()).toMatchObject({ status: 'awaiting_approval' });
  });

  it('keeps claims and fences: a runner reports to the server that comes back [L2, L6]', async () => {
    const stage = await ownStage(database);
    const toolId = await approvedCall(stage);
    const unclaimed = await approvedCall(stage);
    const { fence, signed_order } = await stage.runner.runner.claim(stage.projectId, toolId);
    await stage.restart();
    const { public_key } = await stage.runner.serverKey();
    expect(public_key).toBe(stage.server.plane.signer.key.public_key);
    expect(await stage.runner.runner.renew(stage.projectId, toolId, fence)).toMatchObject({ tool_id: toolId });
    const report = { status: 'completed', result: 'kept', fence } as const;
    expect(await stage.runner.runner.result(stage.projectId, toolId, report)).toMatchObject({ status: 'completed' });
    const again = await stage.runner.runner.claim(stage.projectId, unclaimed);
    expect(again.signed_order.key_id).toBe(signed_order.key_id);
  });

  it('answers whoever waits with where the call stands, and again when they come back [L2, L8]', async () => {
    const stage = await ownStage(database);
    const idempotencyKey = 'the same question';
    const ask = () => stage.agent.executeTool(stage.projectId, { ...npmTest, wait_ms: 60_000 }, { idempotencyKey });
    const stream = await watchEvents(stage.owner, stage.projectId);
    const waiting = ask();
    const asked = await stream.first('the request', ({ event }) => event === 'tool.approval_request');
    await stage.clock.untilWaiting(1);
    await stage.restart();
    const answer = await waiting;
    expect(answer).toMatchObject({ status: 'awaiting_approval' });

    const back = ask();
    const { approval_id } = asked.data as { approval_id: string };
    const approval = await stage.owner.approvals.get(stage.projectId, approval_id);
    await stage.owner.approvals.reject(approval, 'after the restart');
    expect(await back).toMatchObject({
      tool_id: answer.tool_id,
      status: 'rejected',
      outcome: { feedback: 'after the restart' },
    });
  });

  it('is waited through by the client that comes with it, sockets and retries its own [L2]', async () => {
    const stage = await ownStage(database);
    const client = createClient({ url: stage.url, token: stage.cast.agent });
    onTestFinished(() => client.close());
    const { tool_id, approval_id } = await client.executeTool(stage.projectId, npmTest);
    const waiting = client.waitUntilSettled(stage.projectId, tool_id);
    await stage.clock.untilWaiting(1);
    await stage.restart();
    await stage.clock.untilWaiting(1);
    await stage.owner.approvals.reject(await stage.owner.approvals.get(stage.projectId, approval_id!), 'no');
    expect(await waiting).toMatchObject({ status: 'rejected', outcome: { feedback: 'no' } });
  });

  it('ends streams, which go on afterwards without loss [L2, P2]', async () => {
    const stage = await ownStage(database);
    const stream = await watchEvents(stage.owner, stage.projectId);
    const { call: before } = await askFor(stage);
    await stream.next('tool.approval_request', before.tool_id);
    await stage.restart();
    const { call: after } = await askFor(stage);
    await stream.next('tool.approval_request', after.tool_id);
    const ids = stream.seen.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a! - b!));
    const requests = stream.seen.filter(({ event }) => event === 'tool.approval_request');
    expect(requests).toHaveLength(2);
  });

  it('closes session sockets; on reconnect the pending ones are there [L2, A6]', async () => {
    const stage = await ownStage(database);
    const sessionId = await newSession(stage);
    const { call } = await askFor(stage, { session_id: sessionId });
    const first = await watchSession(stage.owner, stage.projectId, sessionId);
    await first.messages.first('what is pending', ({ type }) => type === 'pending_approvals');
    await stage.restart();
    await first.messages.ended;
    const { messages } = await watchSession(stage.owner, stage.projectId, sessionId);
    const pending = await messages.first('what is pending', ({ type }) => type === 'pending_approvals');
    expect(pending).toMatchObject({ approvals: [{ tool_id: call.tool_id }] });
  });

  it('keeps the log of every session whole, hash by hash [S3, L3]', async () => {
    const stage = await ownStage(database);
    const { approval } = await askFor(stage);
    await stage.restart();
    await stage.owner.approvals.reject(approval);
    const { eventHash, genesisHash } = await import('@countersign/control-plane');
    const heads = new Map<string, string>();
    for (const { seq, hash, ...event } of await stage.server.plane.store.listEvents({ after: 0, limit: 1_000 })) {
      const previous = heads.get(event.chainId) ?? genesisHash;
      expect(hash).toBe(eventHash(previous, { seq, ...event }));
      heads.set(event.chainId, hash);
    }
    const stored = await stage.server.plane.store.listChainHeads();
    expect(new Map(stored.map(({ chainId, headHash }) => [chainId, headHash]))).toEqual(heads);
  });
});
