import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Downloads } from './downloads.ts';

const piece = 'x'.repeat(64 * 1024);
/** More than sockets and streams hold on the way. */
const onTheWayMax = 500;

/** A body without end, which knows how much of it was made and when that stopped. */
function endless() {
  const made = { pieces: 0 };
  const stopped = Promise.withResolvers<void>();
  async function* texts(): AsyncGenerator<string> {
    try {
      for (;;) {
        made.pieces += 1;
        yield piece;
      }
    } finally {
      stopped.resolve();
    }
  }
  return { made, stopped: stopped.promise, texts };
}

async function serve(downloads: Downloads, texts: () => AsyncIterable<string>): Promise<IncomingMessage> {
  const app = Fastify();
  app.get('/', (_, reply) => reply.send(downloads.start(texts())));
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port }, resolve).on('error', reject).end();
  });
}

describe('a download', () => {
  it('is made no faster than it is read, and no longer than there is a reader', async () => {
    const { made, stopped, texts } = endless();
    const response = await serve(new Downloads(), texts);
    let read = 0;
    for await (const chunk of response) {
      read += (chunk as Buffer).length;
      if (read > 100 * piece.length) break;
    }
    await stopped;
    expect(made.pieces).toBeGreaterThan(100);
    expect(made.pieces).toBeLessThan(100 + onTheWayMax);
  });

  it('is cut off when the server closes, so that its reader sees that it is not whole', async () => {
    const { stopped, texts } = endless();
    const downloads = new Downloads();
    const response = await serve(downloads, texts);
    downloads.close();
    await stopped;
    await expect(response.toArray()).rejects.toThrow('aborted');
  });
});
