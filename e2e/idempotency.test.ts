import { describeOnEachDatabase } from '@countersign/testing';
import { beforeEach, expect, it } from 'vitest';
import { askFor, newSession, npmTest, readReadme } from './harness/calls.ts';
import { rawRequest } from './harness/raw-request.ts';
import { allRefused, refused } from './harness/refused.ts';
import { rowsOf } from './harness/rows-of.ts';
import { useStage } from './harness/stage.ts';
import { startRunner } from './harness/test-runner.ts';

const atOnce = 50;

describeOnEachDatabase('asking and waiting', (database) => {
  const stage = useStage(database);
  let session_id: string;
  let key: string;

  beforeEach(async () => {
    session_id = await newSession(stage);
    key = `key of ${session_id}`;
  });

  const execute = (request: object = {}, idempotencyKey: string | undefined = key, client = stage.agent) =>
    client.executeTool(stage.projectId, { ...npmTest, session_id, ...request }, { idempotencyKey });
  const callsInSession = async () =>
    (await rowsOf(stage.databaseUrl, `select id from tool_calls where session_id = '${session_id}'`)).length;
  const post = (body: object, headers: Record<string, string> = {}) =>
    rawRequest(stage.url, `/my/projects/${stage.projectId}/tools/execute`, {
      method: 'POST',
      token: stage.cast.agent,
      headers,
      body: JSON.stringify({ ...npmTest, session_id, ...body }),
    });

  it('joins a retry with the same key to the first call [L8]', async () => {
    const first = await execute();
    expect(await execute()).toEqual(first);
    // The same request, spelt in another order.
    const { command, args, timeout } = npmTest.tool_params;
    expect(await execute({ tool_params: { timeout, args, command } })).toEqual(first);
    expect(await callsInSession()).toBe(1);
    const other = await execute({}, `${key}, another`);
    expect(other.tool_id).not.toBe(first.tool_id);
  });

  it('makes one call of fifty that come at once with the same key [L8, L3]', async () => {
    const runner = await startRunner(stage, { sessionId: session_id });
    const answers = await Promise.all(
      Array.from({ length: atOnce }, () => execute({ ...readReadme, wait_ms: 60_000 })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 'completed', success: true });
    expect(await callsInSession()).toBe(1);
    expect(runner.executed).toHaveLength(1);
  });

  it('refuses a key that was used for another request [L8]', async () => {
    await execute();
    const elsewhere = await newSession(stage);
    const refusals = await allRefused([
      execute({ tool_params: { command: 'npm', args: ['run', 'build'] } }),
      execute(readReadme),
      execute({ note: 'now with a note' }),
      execute({ session_id: elsewhere }),
    ]);
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    expect(await callsInSession()).toBe(1);
  });

  it('keeps the keys of agents apart [L8, A5]', async () => {
    const first = await execute();
    const { session_id: own } = await stage.secondAgent.sessions.create(stage.projectId);
    const second = await execute({ session_id: own }, key, stage.secondAgent);
    expect(second.tool_id).not.toBe(first.tool_id);
  });

  it('lets a retry wait for the call it joined [L8, L2]', async () => {
    const { call, approval } = await askFor(stage, { session_id });
    const retry = await execute({}, 'first');
    const waiting = execute({ wait_ms: 60_000 }, 'first');
    await stage.owner.approvals.reject(
      await stage.owner.approvals.get(stage.projectId, retry.approval_id!),
      'not this one',
    );
    expect(await waiting).toMatchObject({ tool_id: retry.tool_id, status: 'rejected' });
    await stage.owner.approvals.reject(approval);
    expect(await execute({ wait_ms: 60_000 }, 'first')).toMatchObject({ status: 'rejected' });
    expect(call.tool_id).not.toBe(retry.tool_id);
  });

  it('answers 202 with the address of the call while it is not settled, 200 once it is [L8, P1]', async () => {
    const open = await post({}, { 'idempotency-key': key });
    expect(open).toMatchObject({ status: 202, json: { success: false, status: 'awaiting_approval' } });
    const { tool_id, approval_id } = open.json as { tool_id: string; approval_id: string };
    expect(open.headers.location).toBe(`/my/projects/${stage.projectId}/tool-calls/${tool_id}`);
    const there = await rawRequest(stage.url, open.headers.location!, { token: stage.cast.agent });
    expect(there).toMatchObject({ status: 200, json: { tool_id, status: 'awaiting_approval' } });

    await stage.owner.approvals.reject(await stage.owner.approvals.get(stage.projectId, approval_id));
    const settled = await post({}, { 'idempotency-key': key });
    expect(settled).toMatchObject({ status: 200, json: { tool_id, status: 'rejected' } });
    expect(settled.headers.location).toBeUndefined();
    expect(await post({ tool_params: {} })).toMatchObject({ status: 200, json: { status: 'failed' } });
  });

  it('waits as long as it is asked to, and no longer than a minute [L8]', async () => {
    let isAnswered = false;
    const waiting = post({ wait_ms: 20_000 }).finally(() => {
      isAnswered = true;
    });
    await stage.clock.untilWaiting(1);
    stage.clock.advance(19_999);
    await stage.agent.whoAmI();
    expect(isAnswered).toBe(false);
    stage.clock.advance(1);
    expect(await waiting).toMatchObject({ status: 202, json: { status: 'awaiting_approval' } });
    expect(await post({ wait_ms: 60_001 })).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    const { call } = await askFor(stage, { session_id });
    const path = `/my/projects/${stage.projectId}/tool-calls/${call.tool_id}?wait_ms=60001`;
    expect(await rawRequest(stage.url, path, { token: stage.cast.agent })).toMatchObject({ status: 400 });
  });

  it('keeps nothing for a client that hangs up, and the call goes on [L2, L8]', async () => {
    const { call } = await askFor(stage, { session_id });
    const hangUp = new AbortController();
    const options = { signal: hangUp.signal };
    const params = { project_id: stage.projectId, tool_id: call.tool_id };
    const waiting = [
      stage.agent.call('getToolCall', { params, query: { wait_ms: 60_000 } }, options),
      stage.owner.call('getToolCall', { params, query: { wait_ms: 60_000 } }, options),
      stage.agent.executeTool(stage.projectId, { ...npmTest, session_id, wait_ms: 60_000 }, options),
    ];
    const ended = Promise.allSettled(waiting);
    await stage.clock.untilWaiting(waiting.length);
    hangUp.abort();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await stage.clock.untilWaiting(0);
    const { tool_calls } = await stage.agent.toolCalls.list(stage.projectId, { session_id });
    expect(tool_calls.map(({ status }) => status)).toEqual(['awaiting_approval', 'awaiting_approval']);
  });

  it('wakes everyone who waits for a call with the same answer [L2, L8]', async () => {
    const { call, approval } = await askFor(stage, { session_id });
    const params = { project_id: stage.projectId, tool_id: call.tool_id };
    const query = { wait_ms: 60_000 };
    const waiting = Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? stage.agent : stage.owner).call('getToolCall', { params, query }),
    );
    await stage.clock.untilWaiting(waiting.length);
    await stage.owner.approvals.reject(approval, 'no');
    const answers = await Promise.all(waiting);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: 'rejected', outcome: { feedback: 'no' } });
  });

  it('opens no call in a session that is not the agent’s own [A5, L8]', async () => {
    const foreign = await stage.secondAgent.sessions.create(stage.projectId);
    const attempt = execute({ session_id: foreign.session_id });
    expect(await refused(attempt)).toMatchObject({ status: 404, code: 'not_found' });
  });
});
