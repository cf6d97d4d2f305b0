import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Update } from 'grammy/types';
import type { Front } from '../front.ts';
import { reasonOf } from '../log.ts';
import { handleUpdate } from '../updates/handle-update.ts';

export type Webhook = {
  /** The last part of the address that Telegram is told. */
  readonly path: string;
  readonly port: number;
  close(): Promise<void>;
};

/**
 * Takes updates from Telegram, one after the other. It answers 200 when one is done, so that Telegram brings again what is
 * not. Whoever does not know the secret is told nothing, whatever they send.
 */
export async function serveWebhook(front: Front, secret: string, host: string, port: number): Promise<Webhook> {
  const path = `/${sha256(`path:${secret}`).toString('hex').slice(0, 32)}`;
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    void answer(front, request, response, path, secret, (update) => {
      const done = last.then(() => handleUpdate(front, update));
      last = done.catch(() => {});
      return done;
    });
  });
  server.requestTimeout = front.limits.webhookSeconds * 1_000;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    path,
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeIdleConnections();
      await last;
      server.closeAllConnections();
    },
  };
}

async function answer(
  { limits, log }: Front,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  secret: string,
  take: (update: Update) => Promise<void>,
): Promise<void> {
  const end = (status: number): void => void response.writeHead(status, { connection: 'close' }).end();
  if (request.method !== 'POST' || !isSame(lastSegment(request.url), path)) return end(404);
  if (!isSame(String(request.headers['x-telegram-bot-api-secret-token'] ?? ''), secret)) return end(404);
  try {
    const text = await bodyOf(request, limits.webhookBodyBytesMax);
    if (text === null) return end(413);
    const update = updateIn(text);
    if (update === null) return end(400);
    await take(update);
    end(200);
  } catch (error) {
    log('warn', 'an update is not done; Telegram brings it again', { reason: reasonOf(error) });
    end(503);
  }
}

function lastSegment(url = ''): string {
  const [path] = url.split('?');
  return path!.slice(path!.lastIndexOf('/'));
}

/** Takes the same time wherever two texts differ, and however long they are. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Null where it is too large. */
async function bodyOf(request: IncomingMessage, bytesMax: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function updateIn(text: string): Update | null {
  try {
    const update = JSON.parse(text) as Update | null;
    return Number.isSafeInteger(update?.update_id) ? update : null;
  } catch {
    return null;
  }
}
