import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerJson, type Handler, startFakeServer } from '../test/fake-server.ts';
import { fakeTiming } from '../test/fake-timing.ts';
import { projectId } from '../test/samples.ts';
import { createClient } from './create-client.ts';

async function setUp(handler: Handler) {
  const server = await startFakeServer(handler);
  const client = createClient({ url: server.url, token: 'cs_secret', timing: fakeTiming().timing });
  onTestFinished(() => client.close());
  return { ...server, client };
}

/** Each piece leaves on its own, however the text is cut. */
async function answerPieces(response: ServerResponse, pieces: readonly (string | Buffer)[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  for (const piece of pieces) await new Promise((sent) => void response.write(piece, sent));
}

async function allOf<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

describe('lines of an answer', () => {
  it('come one by one, wherever the pieces of it were cut', async () => {
    const text = Buffer.from('{"verified":1,"of":2}\n{"problem":"geändert"}\n');
    const cut = text.indexOf('ä') + 1;
    const { client, seen } = await setUp((_, response) => {
      const pieces = [text.subarray(0, 5), text.subarray(5, cut), text.subarray(cut)];
      void answerPieces(response, pieces).then(() => response.end());
    });
    expect(await allOf(client.log.verify())).toEqual([{ verified: 1, of: 2 }, { problem: 'geändert' }]);
    expect(seen[0]).toMatchObject({ url: '/api/log/verification', headers: { authorization: 'Bearer cs_secret' } });
  });

  it.each<[string, string, (response: ServerResponse) => void]>([
    ['in the middle of a line', '{"seq":1}\n{"se', (response) => response.end()],
    ['between two, by a server that went away', '{"seq":1}\n', (response) => void response.destroy()],
  ])('that end %s are an error, after those that came', async (_, text, end) => {
    const { client } = await setUp((_request, response) => {
      void answerPieces(response, [text]).then(() => end(response));
    });
    const lines = client.log.export(projectId);
    expect(await lines.next()).toEqual({ done: false, value: { seq: 1 } });
    await expect(lines.next()).rejects.toThrow();
  });

  it('are refused as any other request is', async () => {
    const problem = { code: 'forbidden', detail: 'Ask an administrator.', status: 403, retryable: false };
    const { client } = await setUp((_, response) => answerJson(response, 403, problem));
    await expect(client.log.exportServer().next()).rejects.toMatchObject({ code: 'forbidden' });
  });
});
