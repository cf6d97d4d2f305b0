import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function ask(answer: RequestListener, { timeoutMs = 20_000, signal = new AbortController().signal } = {}) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path?secret=1`;
  const bounded = boundedFetch(fetch, { timeoutMs, bytesMax: 1_000 });
  return bounded(url, { method: 'GET', headers: {}, redirect: 'manual', signal });
}

describe('a question to a provider', () => {
  it('is answered with what it said', async () => {
    const response = await ask((_, answer) => answer.writeHead(418).end('{"short":"and stout"}'));
    expect([response.status, await response.text()]).toEqual([418, '{"short":"and stout"}']);
  });

  it('ends where the answer drips in for too long [U5]', async () => {
    const dripping = ask(
      (_, answer) => {
        const drip = setInterval(() => answer.write(' '), 5);
        answer.on('close', () => clearInterval(drip));
      },
      { timeoutMs: 100 },
    );
    await expect(dripping).rejects.toMatchObject({ kind: 'failing' });
  });

  it.each([
    ['as it is', {}, Buffer.alloc(1_001)],
    ['compressed', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(10_000_000))],
  ])('ends where the answer is too large %s [U5]', async (_, headers, body) => {
    await expect(ask((_request, answer) => answer.writeHead(200, headers).end(body))).rejects.toMatchObject({
      kind: 'failing',
      message: expect.stringContaining('more than 1000 bytes'),
    });
  });

  it.each([301, 302, 303, 304, 307, 308])('is not passed on by a %i [U5]', async (status) => {
    const target = 'https://elsewhere.example/?token=canary';
    const passed = ask((_, answer) => answer.writeHead(status, { location: target }).end());
    await expect(passed).rejects.toMatchObject({ kind: 'misbehaving', message: expect.not.stringContaining('canary') });
  });

  it('says where it broke off, and nothing of the address but the host', async () => {
    const broken = ask((request) => request.socket.destroy());
    await expect(broken).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.not.stringContaining('secret'),
    });
    const halfway = ask((_, answer) => {
      answer.writeHead(200, { 'content-length': '100' });
      answer.write('half', () => answer.socket?.destroy());
    });
    await expect(halfway).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('is given up where nobody wants the answer any more', async () => {
    const controller = new AbortController();
    const given = ask(() => controller.abort(new Error('gone')), { signal: controller.signal });
    await expect(given).rejects.toThrow('gone');
  });
});
