import { type ErrorCode, errorRegistry, newId, websocketMessageBytesMax } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { approvedCall, askFor, newSession, npmTest } from './harness/calls.ts';
import { rawRequest } from './harness/raw-request.ts';
import { openRawSocket, type RawSocket } from './harness/raw-socket.ts';
import { useStage } from './harness/stage.ts';

describeOnEachDatabase('bad messages on a session socket', (database) => {
  const stage = useStage(database);
  let sessionId: string;

  beforeEach(async () => {
    sessionId = await newSession(stage);
  });

  afterEach(async () => {
    expect(await rawRequest(stage.url, '/readyz')).toMatchObject({ status: 200 });
  });

  const open = async (token: string): Promise<RawSocket> => {
    const path = `/my/projects/${stage.projectId}/sessions/${sessionId}/ws`;
    const socket = (await openRawSocket(stage.url, path, { authorization: `Bearer ${token}` })) as RawSocket;
    onTestFinished(() => socket.destroy());
    return socket;
  };
  /** The owner's socket, after what it is told at the start. */
  const openOwner = async (): Promise<RawSocket> => {
    const socket = await open(stage.cast.owner);
    expect(await socket.next()).toMatchObject({ type: 'pending_approvals' });
    return socket;
  };
  const expectError = async (socket: RawSocket, code: ErrorCode, what: string): Promise<void> => {
    const message = await socket.next();
    expect(message, what).toMatchObject({
      type: 'error',
      problem: { code, status: errorRegistry[code].status, detail: expect.stringMatching(/\w+ \w+/) },
    });
  };
  /** The socket still serves whoever behaves. */
  const expectAlive = async (socket: RawSocket): Promise<void> => {
    socket.send({ type: 'ping', request_id: 'still there' });
    expect(await socket.next()).toEqual({ type: 'pong', request_id: 'still there' });
  };

  it('are answered with malformed_json where they are no JSON [A6]', async () => {
    const socket = await openOwner();
    for (const text of ['', '{', 'nonsense', '\0', "{'type':'ping'}"]) {
      socket.send(text);
      await expectError(socket, 'malformed_json', text);
    }
    socket.sendBinary(Buffer.from('{"type":"ping"}'));
    await expectError(socket, 'malformed_json', 'binary');
    await expectAlive(socket);
  });

  it('are answered with invalid_request where they are no message [A6]', async () => {
    const socket = await openOwner();
    const call_id = newId<string>();
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const message of [
      '[]',
      'null',
      '1',
      '{}',
      '{"type":1}',
      '{"type":"nonsense"}',
      '{"type":"__proto__"}',
      { type: 'hitl_decision' },
      { type: 'hitl_decision', call_id: 'x', decision: 'approve' },
      { type: 'hitl_decision', call_id, decision: 'approved' },
      { type: 'hitl_decision', call_id, decision: 'approve', nonsense: 1 },
      { type: 'hitl_decision', call_id, decision: 'reject', feedback: 'a\0b' },
      { type: 'hitl_decision', call_id, decision: 'reject', feedback: '\ud800' },
      { type: 'hitl_decision', call_id, decision: 'reject', feedback: 'x'.repeat(5_000) },
      { type: 'hitl_decision', call_id, decision: 'approve', digest: 'short' },
      { type: 'hitl_decision', call_id, decision: 'approve', scope: 'world' },
      `{"type":"hitl_decision","call_id":"${call_id}","decision":"edit","modified_arguments":${deep}}`,
      `{"type":"hitl_decision","call_id":"${call_id}","decision":"edit","modified_arguments":{"a":${deep}}}`,
    ]) {
      socket.send(message);
      await expectError(socket, 'invalid_request', JSON.stringify(message).slice(0, 100));
    }
    await expectAlive(socket);
  });

  it('are answered with their request id, where they have one that can be read [A6]', async () => {
    const socket = await openOwner();
    socket.send({ type: 'nonsense', request_id: 'mine' });
    expect(await socket.next()).toMatchObject({ type: 'error', request_id: 'mine' });
    socket.send({ type: 'nonsense', request_id: 7 });
    expect(await socket.next()).toMatchObject({ type: 'error', request_id: null });
  });

  it('find nothing by ids that are unknown or of another session [A5, A6]', async () => {
    const socket = await openOwner();
    const elsewhere = await askFor(stage, { session_id: await newSession(stage) });
    for (const call_id of [newId<string>(), elsewhere.call.tool_id, sessionId, elsewhere.approval.approval_id]) {
      socket.send({ type: 'hitl_decision', call_id, decision: 'approve' });
      await expectError(socket, 'not_found', call_id);
    }
    const runner = await open(stage.cast.runner);
    runner.send({ type: 'tool_result', call_id: elsewhere.call.tool_id, status: 'completed' });
    await expectError(runner, 'not_found', 'of another session');
  });

  it('may carry any text in a result, which is stored and shown without harm [A6, A8]', async () => {
    const socket = await open(stage.cast.runner);
    for (const text of ['\0', '\ud800', '\u202e', `${'x'.repeat(999)}😀`, '__proto__']) {
      const toolId = await approvedCall(stage, { session_id: sessionId });
      // It is told of the order first.
      expect(await socket.next()).toMatchObject({ type: 'event' });
      await stage.runner.runner.claim(stage.projectId, toolId);
      const result = { [text]: text, list: [text] };
      socket.send({ type: 'tool_result', call_id: toolId, status: 'failed', error: text, result });
      // Events may come in between: an answer is what is none.
      let answer = await socket.next();
      while (answer?.type === 'event') answer = await socket.next();
      expect(answer, text).toMatchObject({ type: 'tool_result_ack', status: 'failed' });
      const record = await stage.owner.toolCalls.get(stage.projectId, toolId);
      expect(record.result).toEqual(JSON.parse(JSON.stringify(result)));
      expect(record.error?.isWellFormed()).toBe(true);
    }
  });

  it('over the limit end the connection, and only that one [A6]', async () => {
    const [greedy, other] = [await openOwner(), await openOwner()];
    greedy.send({ type: 'ping', request_id: 'x'.repeat(websocketMessageBytesMax) });
    expect(await greedy.next()).toBeNull();
    await greedy.gone();
    await expectAlive(other);
  });

  it('do not overtake each other: answers come in the order of the messages [A6, L4]', async () => {
    const socket = await openOwner();
    const asked = [];
    for (let count = 0; count < 5; count += 1) asked.push(await askFor(stage, { session_id: sessionId }));
    const sent = asked.flatMap(({ call }, index) =>
      (['approve', 'reject', 'edit'] as const).map((decision) => ({
        type: 'hitl_decision',
        request_id: `${index} ${decision}`,
        call_id: call.tool_id,
        decision,
        ...(decision === 'edit' ? { modified_arguments: npmTest.tool_params } : {}),
      })),
    );
    for (const message of sent) socket.send(message);
    const answers: Record<string, unknown>[] = [];
    while (answers.length < sent.length) {
      const message = await socket.next();
      if (message && 'request_id' in message) answers.push(message);
    }
    expect(answers.map(({ request_id }) => request_id)).toEqual(sent.map(({ request_id }) => request_id));
    for (const [index, { type }] of answers.entries()) {
      expect(type).toBe(index % 3 === 0 ? 'hitl_decision_result' : 'error');
    }
  });

  it('survives an upgrade where there is none to be had [P1]', async () => {
    const headers = { authorization: `Bearer ${stage.cast.owner}` };
    for (const path of ['/livez', '/my/principal', '/nothing', `/my/projects/${stage.projectId}/approvals`]) {
      const answer = await openRawSocket(stage.url, path, headers);
      expect(answer, path).toMatchObject({ status: path === '/nothing' ? 404 : 200 });
    }
    const path = `/my/projects/${stage.projectId}/tools/execute`;
    const upgraded = await rawRequest(stage.url, path, {
      method: 'POST',
      token: stage.cast.agent,
      headers: { connection: 'Upgrade', upgrade: 'websocket' },
      body: JSON.stringify(npmTest),
    });
    expect(upgraded.status).toBeGreaterThanOrEqual(400);
    expect(upgraded.status).toBeLessThan(500);
  });
});
