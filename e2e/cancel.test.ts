import { describeOnEachDatabase } from '@countersign/testing';
import { beforeEach, expect, it } from 'vitest';
import { approvedCall, askFor, newSession } from './harness/calls.ts';
import { watchEvents } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { useStage } from './harness/stage.ts';
import { startRunner } from './harness/test-runner.ts';

describeOnEachDatabase('cancelling', (database) => {
  const stage = useStage(database);
  let session_id: string;

  beforeEach(async () => {
    session_id = await newSession(stage);
  });

  const cancel = (toolId: string, client = stage.agent) => client.toolCalls.cancel(stage.projectId, toolId);
  const claim = (toolId: string) => stage.runner.runner.claim(stage.projectId, toolId);

  it('withdraws a call that waits for a decision, and its approval with it [L9, A7]', async () => {
    const { call, approval } = await askFor(stage, { session_id });
    const cancelled = await cancel(call.tool_id);
    expect(cancelled).toMatchObject({ status: 'cancelled', outcome: { kind: 'cancelled', should_retry: false } });
    const after = await stage.owner.approvals.get(stage.projectId, approval.approval_id);
    expect(after).toMatchObject({ status: 'cancelled', decision: null });
    const late = await refused(stage.owner.approvals.approve(approval));
    expect(late).toMatchObject({ status: 409, code: 'already_decided', details: { approval_status: 'cancelled' } });
  });

  it('withdraws an approved call before anyone takes it [L6]', async () => {
    const toolId = await approvedCall(stage, { session_id });
    expect(await cancel(toolId, stage.member)).toMatchObject({ status: 'cancelled', runner_id: null });
    expect(await refused(claim(toolId))).toMatchObject({ status: 409 });
  });

  it('asks the runner of a running call to stop, and believes what it says [L6, P2]', async () => {
    const stopped = Promise.withResolvers<void>();
    const other = await watchEvents(stage.secondRunner, stage.projectId);
    const user = await watchEvents(stage.owner, stage.projectId, { sessionId: session_id });
    await startRunner(stage, {
      sessionId: session_id,
      async execute(_order, signal) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        stopped.resolve();
        return { status: 'cancelled' };
      },
    });
    const toolId = await approvedCall(stage, { session_id });
    await user.next('tool.status', toolId, ({ status }) => status === 'executing');
    const asked = await cancel(toolId);
    expect(asked).toMatchObject({ status: 'executing', cancel_requested_at: expect.any(String) });
    await stopped.promise;
    await user.next('tool.status', toolId, ({ status }) => status === 'cancelled');
    const record = await stage.agent.toolCalls.get(stage.projectId, toolId);
    expect(record).toMatchObject({ status: 'cancelled', runner_id: stage.ids.runner, outcome: { kind: 'cancelled' } });
    expect(other.seen.filter(({ event }) => event === 'tool.cancel_signal')).toEqual([]);
  });

  it('tells a runner that renews its lease that it is to stop [L6]', async () => {
    const toolId = await approvedCall(stage, { session_id });
    const { fence } = await claim(toolId);
    const renew = () => stage.runner.runner.renew(stage.projectId, toolId, fence);
    expect(await renew()).toMatchObject({ cancel_requested_at: null });
    const { cancel_requested_at } = await cancel(toolId);
    expect(await renew()).toMatchObject({ cancel_requested_at });
  });

  it('records that a call finished although it was to stop [L6, L9]', async () => {
    const toolId = await approvedCall(stage, { session_id });
    const { fence } = await claim(toolId);
    await cancel(toolId);
    await stage.runner.runner.result(stage.projectId, toolId, { status: 'completed', result: 'too late', fence });
    expect(await stage.agent.toolCalls.get(stage.projectId, toolId)).toMatchObject({ status: 'completed' });
  });

  it('changes nothing when it is repeated [L4]', async () => {
    const { call } = await askFor(stage, { session_id });
    const first = await cancel(call.tool_id);
    expect(await cancel(call.tool_id, stage.owner)).toEqual(first);
    const running = await approvedCall(stage, { session_id });
    await claim(running);
    const asked = await cancel(running);
    stage.clock.advance(1_000);
    expect(await cancel(running)).toEqual(asked);
  });

  it('refuses once the call is settled in another way [L1]', async () => {
    const { call, approval } = await askFor(stage, { session_id });
    await stage.owner.approvals.reject(approval);
    const lost = await approvedCall(stage, { session_id });
    const { fence } = await claim(lost);
    await stage.runner.runner.result(stage.projectId, lost, { status: 'unknown', fence });
    for (const toolId of [call.tool_id, lost]) {
      expect(await refused(cancel(toolId))).toMatchObject({ status: 409, code: 'illegal_transition' });
    }
  });

  it('is for the agent itself and for members, and for nobody else [A5]', async () => {
    const { call } = await askFor(stage, { session_id });
    expect(await refused(cancel(call.tool_id, stage.secondAgent))).toMatchObject({ status: 404 });
    expect(await refused(cancel(call.tool_id, stage.outsider))).toMatchObject({ status: 404 });
    expect(await refused(cancel(call.tool_id, stage.runner))).toMatchObject({ status: 403 });
  });
});
