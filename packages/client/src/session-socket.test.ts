import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId, websocketProtocol } from '@countersign/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { answerJson, startFakeServer } from '../test/fake-server.ts';
import { fakeTiming } from '../test/fake-timing.ts';
import { projectId, sampleApproval } from '../test/samples.ts';
import { createClient } from './create-client.ts';
import { MessageQueue } from './message-queue.ts';
import { UnreachableError } from './unreachable-error.ts';

const sessionId = newId<string>();

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

async function setUp(onConnection: (socket: WebSocket, request: IncomingMessage) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', onConnection);
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { timing } = fakeTiming();
  return createClient({ url, token: 'cs_secret', timing });
}

describe("a session's socket", () => {
  it('sends the credential in a header, speaks the sub-protocol and gives out what comes [A6]', async () => {
    let seen: IncomingMessage | undefined;
    const client = await setUp((socket, request) => {
      seen = request;
      socket.send(JSON.stringify({ type: 'pending_approvals', approvals: [], event_id: 4 }));
      socket.close(1000);
    });
    const messages = await collect(await client.openSession(projectId, sessionId));
    expect(messages).toEqual([{ type: 'pending_approvals', approvals: [], event_id: 4 }]);
    expect(seen?.url).toBe(`/my/projects/${projectId}/sessions/${sessionId}/ws`);
    expect(seen?.headers).toMatchObject({
      authorization: 'Bearer cs_secret',
      'sec-websocket-protocol': websocketProtocol,
    });
  });

  it('gives each request its own answer, in whatever order they come, and sends the digest [A6, L7]', async () => {
    const received: Record<string, unknown>[] = [];
    const client = await setUp((socket) =>
      socket.on('message', (data) => {
        received.push(JSON.parse((data as Buffer).toString('utf8')) as Record<string, unknown>);
        if (received.length < 3) return;
        const [decision, result, ping] = received as [Record<string, unknown>, ...Record<string, unknown>[]];
        const problem = { code: 'stale_fence', detail: 'another has it', status: 409 };
        socket.send(JSON.stringify({ type: 'pong', request_id: ping?.request_id }));
        socket.send(JSON.stringify({ type: 'error', request_id: result?.request_id, problem }));
        socket.send(
          JSON.stringify({
            type: 'hitl_decision_result',
            request_id: decision.request_id,
            response: { status: 'approved' },
          }),
        );
      }),
    );
    const socket = await client.openSession(projectId, sessionId);
    const approval = sampleApproval();
    const answers = await Promise.allSettled([
      socket.decide(approval, { decision: 'approve' }),
      socket.sendResult(approval.tool_id, { status: 'completed', fence: 1 }),
      socket.ping(),
    ]);
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: { status: 'approved' } },
      { status: 'rejected', reason: { code: 'stale_fence', details: { status: 409 } } },
      { status: 'fulfilled' },
    ]);
    expect(received[0]).toMatchObject({ type: 'hitl_decision', call_id: approval.tool_id, digest: approval.digest });
  });

  it('says why it was refused', async () => {
    const { server, url } = await startFakeServer(() => {});
    server.on('upgrade', (_request, socket) => {
      const body = JSON.stringify({ code: 'not_found', detail: 'no such session' });
      socket.end(`HTTP/1.1 404 Not Found\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    });
    const client = createClient({ url, token: null });
    await expect(client.openSession(projectId, sessionId)).rejects.toMatchObject({
      code: 'not_found',
      message: 'no such session',
    });
  });

  it('fails what waits for an answer, and the reader, when the connection is lost', async () => {
    const client = await setUp((socket) => socket.on('message', () => socket.terminate()));
    const socket = await client.openSession(projectId, sessionId);
    const reading = collect(socket);
    const both = Promise.allSettled([socket.ping(), reading]);
    expect((await both).map((each) => each.status === 'rejected' && each.reason instanceof UnreachableError)).toEqual([
      true,
      true,
    ]);
  });

  it('does not open for a signal that is aborted', async () => {
    const { url } = await startFakeServer((_, response) => answerJson(response, 200, {}));
    const client = createClient({ url, token: null });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.openSession(projectId, sessionId, { signal })).rejects.toThrow('enough');
  });
});

describe('the queue of messages', () => {
  it('refuses more than its limit, and gives out what it has before it ends', async () => {
    const queue = new MessageQueue<number>(2);
    expect([queue.push(1), queue.push(2), queue.push(3)]).toEqual([true, true, false]);
    queue.end();
    await expect(collect(queue)).resolves.toEqual([1, 2]);
  });
});
