import { describeOnEachDatabase } from '@countersign/testing';
import { defaultRejection } from '@countersign/tool-call';
import { beforeEach, expect, it } from 'vitest';
import { askFor, newSession } from './harness/calls.ts';
import { watchEvents, watchSession } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { rowsOf } from './harness/rows-of.ts';
import { useStage } from './harness/stage.ts';
import { startRunner } from './harness/test-runner.ts';

describeOnEachDatabase('the checklist of rejections', (database) => {
  const stage = useStage(database);
  let sessionId: string;

  beforeEach(async () => {
    sessionId = await newSession(stage);
  });

  const ask = (params: Record<string, unknown> = {}) =>
    askFor(stage, {
      session_id: sessionId,
      tool_name: 'write_file',
      tool_params: { path: 'src/main.py', content: 'print(1)', ...params },
    });
  const ownerSocket = () => watchSession(stage.owner, stage.projectId, sessionId);
  const pendingRows = () =>
    rowsOf(stage.databaseUrl, `select id from approvals where session_id = '${sessionId}' and status = 'pending'`);

  it('removes the pending approval from the database when the user rejects [A6, A1]', async () => {
    const { approval } = await ask();
    const { socket } = await ownerSocket();
    expect(await pendingRows()).toHaveLength(1);
    const answer = await socket.decide(approval, { decision: 'reject', feedback: 'Эта операция слишком рискованная' });
    expect(answer).toMatchObject({ success: true, status: 'rejected', call_status: 'rejected' });
    expect(await pendingRows()).toEqual([]);
    const { approvals } = await stage.owner.approvals.list(stage.projectId, {
      status: 'pending',
      session_id: sessionId,
    });
    expect(approvals).toEqual([]);
  });

  it('tells a rejection once, and never as a tool result [A6, L3]', async () => {
    const stream = await watchEvents(stage.owner, stage.projectId, { sessionId });
    const { call, approval } = await ask();
    const { socket, messages } = await ownerSocket();
    await socket.decide(approval, { decision: 'reject', feedback: 'no' });
    await socket.decide(approval, { decision: 'reject', feedback: 'no' });
    await stage.owner.approvals.reject(approval, 'no');
    await stream.next('tool.status', call.tool_id, ({ status }) => status === 'rejected');
    await messages.first('the rejection', (each) => each.type === 'event' && each.event === 'tool.status');

    const about = stream.about(call.tool_id).map(({ event }) => event);
    expect(about).toEqual(['tool.approval_request', 'approval.resolved', 'tool.status']);
    const told = messages.seen.filter((each) => each.type === 'event').map(({ event }) => event);
    expect(told).toEqual(['approval.resolved', 'tool.status']);
    const log = await stage.server.plane.store.listEvents({ after: 0, limit: 100, chainId: sessionId });
    expect(log.filter(({ subjectId }) => subjectId === call.tool_id).map(({ type }) => type)).toEqual([
      'tool_call.submitted',
      'approval.requested',
      'approval.decided',
      'tool_call.rejected',
    ]);
  });

  it('does not bring a rejected call back on reconnect, only what is still pending [A6]', async () => {
    const { call: rejected, approval } = await ask();
    const { call: open } = await ask({ path: 'src/other.py' });
    const first = await ownerSocket();
    const before = await first.messages.first('what is pending', (each) => each.type === 'pending_approvals');
    expect(before).toMatchObject({ approvals: [{ tool_id: rejected.tool_id }, { tool_id: open.tool_id }] });
    await first.socket.decide(approval, { decision: 'reject' });
    first.socket.close();
    await first.messages.ended;

    const { messages, socket } = await ownerSocket();
    const after = await messages.first('what is pending', (each) => each.type === 'pending_approvals');
    expect(after).toMatchObject({ approvals: [{ tool_id: open.tool_id }] });
    await socket.ping();
    expect(JSON.stringify(messages.seen)).not.toContain(rejected.tool_id);
  });

  it('refuses an approval after a rejection, and nothing runs [L4, L6]', async () => {
    const runner = await startRunner(stage, { sessionId });
    const { call, approval } = await ask();
    const { socket } = await ownerSocket();
    await socket.decide(approval, { decision: 'reject' });
    const { status, code, details } = await refused(socket.decide(approval, { decision: 'approve' }));
    expect({ status, code }).toEqual({ status: 409, code: 'already_decided' });
    expect(details).toMatchObject({ decision: 'reject', decided_by: 'Olga' });
    expect(await refused(stage.runner.runner.claim(stage.projectId, call.tool_id))).toMatchObject({ status: 409 });
    expect(runner.executed).toEqual([]);
  });

  it('runs a call once however often it is approved [L4, L6]', async () => {
    const runner = await startRunner(stage, { sessionId });
    const { call, approval } = await ask();
    const { socket } = await ownerSocket();
    const answers = await Promise.all([
      socket.decide(approval, { decision: 'approve' }),
      socket.decide(approval, { decision: 'approve' }),
      stage.member.approvals.approve(approval),
    ]);
    expect(new Set(answers.map(({ decision }) => JSON.stringify(decision))).size).toBe(1);
    const settled = await stage.agent.waitUntilSettled(stage.projectId, call.tool_id);
    expect(settled.status).toBe('completed');
    await socket.decide(approval, { decision: 'approve' });
    expect(runner.executed.map(({ tool_id }) => tool_id)).toEqual([call.tool_id]);
  });

  it('handles several pending approvals independently [A6, L2]', async () => {
    const [a, b, c] = await Promise.all([ask({ path: 'src/a' }), ask({ path: 'src/b' }), ask({ path: 'src/c' })]);
    const { socket } = await ownerSocket();
    await socket.decide(b.approval, { decision: 'reject', feedback: 'not b' });
    await socket.decide(c.approval, { decision: 'approve' });
    const statusOf = async (id: string) => (await stage.agent.toolCalls.get(stage.projectId, id)).status;
    expect(await statusOf(a.call.tool_id)).toBe('awaiting_approval');
    expect(await statusOf(b.call.tool_id)).toBe('rejected');
    expect(await statusOf(c.call.tool_id)).toBe('approved');
    expect(await pendingRows()).toEqual([{ id: a.approval.approval_id }]);
  });

  it('gives the feedback of a rejection to the model [A1, L9]', async () => {
    const stream = await watchEvents(stage.owner, stage.projectId, { sessionId });
    const waiting = stage.agent.executeTool(stage.projectId, {
      tool_name: 'write_file',
      tool_params: { path: 'src/main.py', content: 'x' },
      session_id: sessionId,
      wait_ms: 60_000,
    });
    const request = await stream.first('the request', ({ event }) => event === 'tool.approval_request');
    const { approval_id } = request.data as { approval_id: string };
    const approval = await stage.owner.approvals.get(stage.projectId, approval_id);
    const { socket } = await ownerSocket();
    await socket.decide(approval, { decision: 'reject', feedback: 'Use src/main_v2.py instead' });

    const answer = await waiting;
    expect(answer).toMatchObject({
      success: false,
      status: 'rejected',
      error_type: null,
      outcome: {
        kind: 'denied_by_human',
        feedback: 'Use src/main_v2.py instead',
        decided_by: 'Olga',
        should_retry: false,
      },
    });
    expect(answer.outcome?.message).toContain('Use src/main_v2.py instead');
    const record = await stage.agent.toolCalls.get(stage.projectId, answer.tool_id);
    expect(record.outcome).toEqual(answer.outcome);
  });

  it('gives the model a default sentence for a rejection without feedback [A1]', async () => {
    const { call, approval } = await ask();
    const { socket } = await ownerSocket();
    await socket.decide(approval, { decision: 'reject' });
    const record = await stage.agent.toolCalls.get(stage.projectId, call.tool_id);
    expect(record.outcome).toMatchObject({ kind: 'denied_by_human', feedback: defaultRejection });
    expect(record.outcome?.message).toContain(defaultRejection);
  });

  it('runs the arguments of an edit instead of those asked for [A1, A6, L7]', async () => {
    const runner = await startRunner(stage, { sessionId });
    const { call, approval } = await ask();
    const { socket } = await ownerSocket();
    const modified_arguments = { path: 'src/main_v2.py', content: '...', mode: 'write' };
    const answer = await socket.decide(approval, { decision: 'edit', modified_arguments });
    expect(answer).toMatchObject({ status: 'approved', decision: { decision: 'edit' } });
    const record = await stage.agent.waitUntilSettled(stage.projectId, call.tool_id);
    expect(runner.executed.map((order) => order.call.arguments)).toEqual([modified_arguments]);
    expect(record).toMatchObject({
      status: 'completed',
      tool_params: modified_arguments,
      original_params: { path: 'src/main.py', content: 'print(1)', mode: 'write' },
      outcome: { kind: 'edited', decided_by: 'Olga', changed: ['content', 'path'] },
    });
  });

  it('takes a tool_result with the text of a rejection for the execution error it is [A6, T8]', async () => {
    const { call, approval } = await ask();
    const { call: bystander } = await ask({ path: 'src/bystander.py' });
    await stage.owner.approvals.approve(approval);
    await stage.runner.runner.claim(stage.projectId, call.tool_id);
    const { socket } = await watchSession(stage.runner, stage.projectId, sessionId);
    const text = 'Error: Операция отклонена: execute_command';
    expect(await socket.sendResult(call.tool_id, { status: 'failed', error: text })).toEqual({ status: 'failed' });
    const record = await stage.owner.toolCalls.get(stage.projectId, call.tool_id);
    expect(record).toMatchObject({
      status: 'failed',
      error: text,
      error_type: 'tool_exec',
      outcome: { kind: 'failed' },
    });
    const after = await stage.owner.approvals.get(stage.projectId, approval.approval_id);
    expect(after).toMatchObject({ status: 'approved', decision: { decision: 'approve' } });
    expect((await stage.owner.toolCalls.get(stage.projectId, bystander.tool_id)).status).toBe('awaiting_approval');
  });

  it('never takes a tool_result for a decision on a call that waits [A6, A4]', async () => {
    const { call, approval } = await ask();
    const runner = await watchSession(stage.runner, stage.projectId, sessionId);
    const report = { status: 'failed', error: 'Операция отклонена' } as const;
    expect(await refused(runner.socket.sendResult(call.tool_id, report))).toMatchObject({ status: 409 });
    const { socket } = await ownerSocket();
    expect(await refused(socket.sendResult(call.tool_id, report))).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await stage.owner.approvals.get(stage.projectId, approval.approval_id)).toMatchObject({ status: 'pending' });
  });

  it('decides many in one request, each on its own [A3]', async () => {
    const [a, b] = await Promise.all([ask({ path: 'src/a' }), ask({ path: 'src/b' })]);
    const { results } = await stage.owner.approvals.decideMany(stage.projectId, [
      { approval: a.approval, decision: 'approve' },
      { approval: b.approval, decision: 'reject', feedback: 'restored by mistake' },
    ]);
    expect(results.map(({ status, response }) => [status, response?.status])).toEqual([
      [200, 'approved'],
      [200, 'rejected'],
    ]);
    const { messages } = await ownerSocket();
    const pending = await messages.first('what is pending', (each) => each.type === 'pending_approvals');
    expect(pending).toMatchObject({ approvals: [] });
  });
});
