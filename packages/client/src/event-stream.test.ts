import type { ServerResponse } from 'node:http';
import { newId } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerJson, deadAddress, type Handler, startFakeServer } from '../test/fake-server.ts';
import { fakeTiming } from '../test/fake-timing.ts';
import { frame, projectId, sessionCreated } from '../test/samples.ts';
import { createClient } from './create-client.ts';
import type { ReceivedMessage } from './event-stream.ts';
import { parseEventStream, type StreamBlock } from './parse-event-stream.ts';
import { UnreachableError } from './unreachable-error.ts';

async function setUp(handler: Handler) {
  const server = await startFakeServer(handler);
  const time = fakeTiming();
  const client = createClient({ url: server.url, token: 'cs_secret', timing: time.timing });
  onTestFinished(() => client.close());
  return { ...server, ...time, client };
}

function begin(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}

async function take(stream: AsyncIterable<ReceivedMessage>, count: number): Promise<ReceivedMessage[]> {
  const taken: ReceivedMessage[] = [];
  for await (const message of stream) if (taken.push(message) === count) break;
  return taken;
}

const ids = (messages: ReceivedMessage[]) => messages.map(({ id }) => id);

describe('the event stream', () => {
  it('goes on after a lost connection where it was, and tells nothing twice [P2]', async () => {
    const { client, seen } = await setUp((_, response, nth) => {
      begin(response);
      if (nth === 1) response.write(frame(sessionCreated(1)) + frame(sessionCreated(2)), () => response.destroy());
      // A server that resumes a little early.
      else response.write([1, 2, 3].map((id) => frame(sessionCreated(id))).join(''));
    });
    const stream = client.events(projectId, { after: 0, sessionId: newId<string>() });
    expect(ids(await take(stream, 3))).toEqual([1, 2, 3]);
    expect(stream.lastEventId).toBe(3);
    expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual(['0', '2']);
    expect(seen[0]?.url).toContain('/chat/stream?session_id=');
  });

  it('passes on messages without a place as often as they come', async () => {
    const signal = { id: null, event: 'tool.status', data: {} };
    const { client } = await setUp((_, response) => {
      const sent = [sessionCreated(5), sessionCreated(5), signal, signal, sessionCreated(4), sessionCreated(6)];
      begin(response).write(sent.map(frame).join(''));
    });
    const stream = client.events(projectId, { after: 4 });
    expect(ids(await take(stream, 4))).toEqual([5, null, null, 6]);
    expect(stream.lastEventId).toBe(6);
  });

  it('leaves out names it does not know, but moves on past them', async () => {
    const { client, seen } = await setUp((_, response, nth) => {
      if (nth === 1)
        begin(response).write(`${frame({ id: 7, event: 'x.new', data: 1 })}id: 9\n\n`, () => response.destroy());
      else begin(response).write(frame(sessionCreated(10)));
    });
    expect(ids(await take(client.events(projectId), 1))).toEqual([10]);
    expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '9']);
  });

  it('cuts a connection on which nothing comes, and resumes it', async () => {
    const { client, seen, fireTimers } = await setUp((_, response, nth) => {
      begin(response).write(nth === 1 ? ': heartbeat\n\n' : frame(sessionCreated(1)));
    });
    const lost: unknown[] = [];
    const stream = client.events(projectId, {
      onConnect: () => void (seen.length === 1 && setImmediate(fireTimers)),
      onDisconnect: (error) => lost.push(error),
    });
    expect(ids(await take(stream, 1))).toEqual([1]);
    expect(seen).toHaveLength(2);
    expect(String(lost[0])).toContain('nothing came for 45000 ms');
  });

  it('waits longer each time while the server stays away, and starts over once it is back', async () => {
    const { client, slept } = await setUp((_, response, nth) => {
      if ([2, 3].includes(nth)) answerJson(response, 503, { code: 'unavailable', detail: 'starting' });
      else begin(response).write(frame(sessionCreated(nth)), () => void (nth < 5 && response.destroy()));
    });
    expect(ids(await take(client.events(projectId), 3))).toEqual([1, 4, 5]);
    expect(slept).toEqual([250, 500, 1000, 250]);
  });

  it('fails where it is refused, also after it was connected', async () => {
    const { client } = await setUp((_, response, nth) => {
      if (nth === 1) begin(response).write(frame(sessionCreated(1)), () => response.destroy());
      else answerJson(response, 401, { code: 'unauthenticated', detail: 'revoked' });
    });
    await expect(take(client.events(projectId), 2)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('fails where nobody ever answered', async () => {
    const client = createClient({ url: await deadAddress(), token: null, timing: fakeTiming().timing });
    await expect(take(client.events(projectId), 1)).rejects.toBeInstanceOf(UnreachableError);
  });

  it('ends quietly when told to stop', async () => {
    const { client } = await setUp((_, response) => void begin(response).write(frame(sessionCreated(1))));
    const abort = new AbortController();
    const taken: number[] = [];
    for await (const { id } of client.events(projectId, { signal: abort.signal })) {
      taken.push(id ?? 0);
      abort.abort();
    }
    expect(taken).toEqual([1]);
  });

  it('tells every event once and in order, wherever connections break [P2]', async () => {
    const total = 30;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(400), { maxLength: 12 }), async (breaks) => {
        const text = (after: number) =>
          Array.from({ length: total - after }, (_, index) => frame(sessionCreated(after + index + 1))).join('');
        const { client, close } = await setUp(({ headers }, response, nth) => {
          const rest = text(Number(headers['last-event-id']));
          const broken = breaks[nth - 1];
          if (broken === undefined) begin(response).write(rest);
          else begin(response).write(rest.slice(0, broken) || '\n', () => response.destroy());
        });
        const taken = ids(await take(client.events(projectId, { after: 0 }), total));
        await client.close();
        await close();
        expect(taken).toEqual(Array.from({ length: total }, (_, index) => index + 1));
      }),
      { numRuns: 25 },
    );
  });
});

describe('parsing', () => {
  it('gives the same blocks wherever the bytes are cut', async () => {
    const text = `: hi\n\n${frame({ id: 1, event: 'a', data: 'é€😀' })}id: 2\n\n${frame({ id: null, event: 'b', data: {} })}`;
    const bytes = new TextEncoder().encode(text);
    const blocksOf = async (chunks: Uint8Array[]) => {
      const blocks: StreamBlock[] = [];
      async function* source() {
        yield* chunks;
      }
      for await (const some of parseEventStream(source())) blocks.push(...some);
      return blocks;
    };
    const whole = await blocksOf([bytes]);
    expect(whole.map(({ id }) => id)).toEqual([1, 2, null]);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      expect(await blocksOf([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
    }
  });
});
