import { describeOnEachDatabase } from '@countersign/testing';
import { beforeEach, expect, it } from 'vitest';
import { newSession, npmTest, readReadme } from './harness/calls.ts';
import { type RawAnswer, rawRequest } from './harness/raw-request.ts';
import { watchEvents } from './harness/recorder.ts';
import { rowsOf } from './harness/rows-of.ts';
import { runScript } from './harness/scripted-agent.ts';
import { useStage } from './harness/stage.ts';
import { startRunner } from './harness/test-runner.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const testOutput = { success: true, stdout: 'test output...', stderr: null, exit_code: 0 };

describeOnEachDatabase('the workflow of a tool', (database) => {
  const stage = useStage(database);
  let sessionId: string;

  beforeEach(async () => {
    sessionId = await newSession(stage);
  });

  const watch = () => watchEvents(stage.owner, stage.projectId, { sessionId });
  const post = (path: string, token: string, body: unknown): Promise<RawAnswer> =>
    rawRequest(stage.url, `/my/projects/${stage.projectId}/${path}`, {
      method: 'POST',
      token,
      body: JSON.stringify(body),
    });
  const script = (...steps: Parameters<typeof runScript>[3]) =>
    runScript(stage.agent, stage.projectId, sessionId, steps);

  it('carries a MEDIUM call through steps 3 to 13 with the events and bodies of the workflow [L8, L10, P1, P2, S1]', async () => {
    const user = await watch();
    const vscode = await watchEvents(stage.runner, stage.projectId);

    // 3 to 6a: the agent asks, the server judges and asks the user.
    const agent = script(npmTest);
    const asked = await user.first('the request', ({ event }) => event === 'tool.approval_request');
    expect(asked.data).toEqual({
      approval_id: expect.stringMatching(uuid),
      tool_id: expect.stringMatching(uuid),
      session_id: sessionId,
      tool_name: 'execute_command',
      risk_level: 'MEDIUM',
      timeout_seconds: 300,
      description: 'npm test',
      timestamp: expect.stringMatching(isoTime),
    });
    const { approval_id, tool_id } = asked.data as { approval_id: string; tool_id: string };
    const waiting = await stage.owner.toolCalls.get(stage.projectId, tool_id);
    expect(waiting).toMatchObject({ status: 'awaiting_approval', approval_id, requires_approval: true });

    // 7: the user approves.
    const approved = await post(`approvals/${approval_id}/approve`, stage.cast.owner, { decision: 'approved' });
    expect(approved.status).toBe(200);
    expect(approved.json).toMatchObject({ success: true, approval_id, status: 'approved' });

    // 8 and 9: the runner, and only the runner, gets real parameters and an order.
    const signal = await vscode.next('tool.execution_signal', tool_id);
    expect(signal).toMatchObject({
      tool_id,
      tool_name: 'execute_command',
      tool_params: { command: 'npm', args: ['test'], timeout: 30 },
      timestamp: expect.stringMatching(isoTime),
    });
    const claim = await stage.runner.runner.claim(stage.projectId, tool_id);
    expect(claim.signed_order).toEqual(signal.signed_order);

    // 10 and 11: the result comes in and is acknowledged.
    const sent = await post(`tools/${tool_id}/result`, stage.cast.runner, { status: 'completed', result: testOutput });
    expect(sent.status).toBe(200);
    expect(sent.json).toEqual({ success: true, tool_id, status: 'completed', message: 'Tool result processed' });
    const ack = await user.next('tool.result_ack', tool_id);
    expect(ack).toMatchObject({ tool_id, status: 'received', timestamp: expect.stringMatching(isoTime) });

    // 12 and 13: the agent has its result and answers with it.
    const { heard, finalAnswer } = await agent;
    expect(heard).toEqual([{ status: 'completed', text: expect.stringContaining('test output...') }]);
    expect(finalAnswer).toContain('"exit_code":0');
    expect(user.about(tool_id).map(({ event }) => event)).toEqual([
      'tool.approval_request',
      'approval.resolved',
      'tool.execution_signal',
      'tool.status',
      'tool.result_ack',
    ]);
  });

  it('keeps in the database every field of an execution [L10]', async () => {
    const report = { status: 'completed', result: testOutput, execution_time_ms: 42 } as const;
    await startRunner(stage, { sessionId, execute: () => report });
    const user = await watch();
    const agent = script(npmTest);
    const asked = await user.first('the request', ({ event }) => event === 'tool.approval_request');
    const { approval_id, tool_id } = asked.data as { approval_id: string; tool_id: string };
    await post(`approvals/${approval_id}/approve`, stage.cast.owner, {});
    await agent;
    const [row] = await rowsOf(stage.databaseUrl, `select * from tool_calls where id = '${tool_id}'`);
    expect(row).toMatchObject({
      user_id: stage.ids.owner,
      project_id: stage.projectId,
      session_id: sessionId,
      approval_id,
      tool_name: 'execute_command',
      risk_level: 'MEDIUM',
      status: 'completed',
      error: null,
      error_type: null,
    });
    expect(JSON.parse(String(row!.tool_params))).toEqual(npmTest.tool_params);
    expect(JSON.parse(String(row!.result))).toEqual(testOutput);
    const { requires_approval, execution_time_ms, created_at, approved_at, completed_at } = row!;
    expect([requires_approval, execution_time_ms].map(Number)).toEqual([1, 42]);
    for (const time of [created_at, approved_at, completed_at]) expect(Number(time)).toBe(stage.clock.now());
  });

  it('runs a LOW call at once, with no approval [L5, L9, P2]', async () => {
    const user = await watch();
    const result = { success: true, content: '# Hello', encoding: 'utf-8', size: 7 };
    const runner = await startRunner(stage, { sessionId, execute: () => ({ status: 'completed', result }) });
    const { heard } = await script(readReadme);
    expect(heard).toEqual([{ status: 'completed', text: expect.stringContaining('# Hello') }]);
    const { tool_id } = runner.executed[0]!;
    await user.next('tool.result_ack', tool_id);
    expect(user.about(tool_id).map(({ event }) => event)).toEqual([
      'tool.execution_signal',
      'tool.status',
      'tool.result_ack',
    ]);
    expect(await stage.agent.toolCalls.get(stage.projectId, tool_id)).toMatchObject({
      risk_level: 'LOW',
      requires_approval: false,
      approval_id: null,
      deadline_at: null,
      outcome: { kind: 'approved_by_rule', rule_id: 'builtin.tool.read' },
    });
  });

  it('skips a rejected call and lets the agent go on [L9, A1, P1]', async () => {
    await startRunner(stage, { sessionId });
    const user = await watch();
    const agent = script(npmTest, readReadme);
    const asked = await user.first('the request', ({ event }) => event === 'tool.approval_request');
    const { approval_id, tool_id } = asked.data as { approval_id: string; tool_id: string };
    const body = { reason: 'User declined execution' };
    const rejected = await post(`approvals/${approval_id}/reject`, stage.cast.owner, body);
    expect(rejected.status).toBe(200);
    expect(rejected.json).toMatchObject({ success: true, approval_id, status: 'rejected' });
    const { heard } = await agent;
    expect(heard).toEqual([
      { status: 'rejected', text: expect.stringContaining('User declined execution') },
      { status: 'completed', text: expect.any(String) },
    ]);
    expect(user.about(tool_id).map(({ event }) => event)).not.toContain('tool.execution_signal');
  });

  it('ends an approval that nobody decides in time as "Approval timeout" [L5, L9]', async () => {
    const user = await watch();
    const agent = stage.agent.executeTool(stage.projectId, { ...npmTest, session_id: sessionId });
    const { tool_id, approval_id } = await agent;
    stage.clock.advance(299_999);
    expect((await stage.agent.toolCalls.get(stage.projectId, tool_id)).status).toBe('awaiting_approval');
    stage.clock.advance(1);
    const status = await user.next('tool.status', tool_id, (data) => data.status === 'timeout');
    expect(status.outcome).toMatchObject({ kind: 'timed_out', should_retry: true });
    const resolved = await user.next('approval.resolved', approval_id!);
    expect(resolved).toMatchObject({ status: 'expired', decision: null, decided_by: null });
    expect(await stage.agent.toolCalls.get(stage.projectId, tool_id)).toMatchObject({
      status: 'timeout',
      error: 'Approval timeout',
      error_type: 'timeout',
      outcome: { kind: 'timed_out' },
    });
    const approval = await stage.owner.approvals.get(stage.projectId, approval_id!);
    expect(approval).toMatchObject({ status: 'expired', decision: null });
  });

  it('answers a call that is not valid with its error and asks nobody [L9, T2, P1]', async () => {
    const user = await watch();
    const answers = await Promise.all(
      [
        { tool_name: 'no_such_tool', tool_params: {} },
        { tool_name: 'read_file', tool_params: {} },
        { tool_name: 'read_file', tool_params: { path: 'a', sudo: true } },
        { tool_name: 'execute_command', tool_params: { command: 'npm', args: 'test' } },
        { tool_name: 'execute_command', tool_params: { command: 'npm', timeout: 301 } },
      ].map((request) => stage.agent.executeTool(stage.projectId, { ...request, session_id: sessionId })),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({
        success: false,
        status: 'failed',
        error: expect.any(String),
        error_type: 'validation',
        approval_id: null,
        outcome: { kind: 'invalid' },
      });
      await user.next('tool.status', answer.tool_id, ({ status }) => status === 'failed');
      expect(user.about(answer.tool_id)).toHaveLength(1);
    }
    expect(answers[2]!.error).toContain('sudo');
  });

  it('passes on the error of a client that could not run the tool [L9, T8]', async () => {
    const error = 'Command not found: npm';
    await startRunner(stage, { sessionId, execute: () => ({ status: 'failed', error }) });
    const user = await watch();
    const { heard } = await script(readReadme);
    expect(heard).toEqual([{ status: 'failed', text: expect.stringContaining('Command not found: npm') }]);
    const ack = await user.first('the acknowledgement', ({ event }) => event === 'tool.result_ack');
    expect(ack.data).toMatchObject({ status: 'received', call_status: 'failed' });
  });

  it('lists the tools with what they ask for [P1]', async () => {
    const path = `/my/projects/${stage.projectId}/tools/available`;
    const { status, json } = await rawRequest(stage.url, path, { token: stage.cast.runner });
    expect(status).toBe(200);
    const { success, tools, total_count } = json as {
      success: boolean;
      tools: { name: string }[];
      total_count: number;
    };
    expect({ success, total_count }).toEqual({ success: true, total_count: tools.length });
    expect(tools.find(({ name }) => name === 'read_file')).toMatchObject({
      name: 'read_file',
      description: expect.any(String),
      parameters: { path: { type: 'string' } },
      requires_approval: false,
      risk_level: 'LOW',
      timeout_seconds: 0,
    });
    expect(tools.find(({ name }) => name === 'execute_command')).toMatchObject({
      parameters: { command: { type: 'string' }, args: { type: 'array' }, timeout: { type: 'integer' } },
      requires_approval: true,
      risk_level: 'MEDIUM',
      timeout_seconds: 300,
    });
  });

  it('answers the status codes of results: 404 unknown, 400 not a result [P1]', async () => {
    const unknown = await post(`tools/${sessionId}/result`, stage.cast.runner, { status: 'completed' });
    expect(unknown).toMatchObject({ status: 404, json: { code: 'not_found' } });
    const odd = await post(`tools/${sessionId}/result`, stage.cast.runner, { status: 'done' });
    expect(odd).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
  });
});
