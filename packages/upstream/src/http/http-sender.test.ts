import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { fakeClock } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { serveHttp } from '../../test/local-server.ts';
import { aRequest, aSender, failureOf, memorySpill } from '../../test/sending.ts';
import { httpLimits } from './limits.ts';

const options = { timeoutMs: 60_000 };

/** What the service answers, and what it was asked. */
async function answering(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const seen: IncomingMessage[] = [];
  const { port } = await serveHttp((request, response) => {
    seen.push(request);
    answer(response, request);
  });
  return { url: `http://127.0.0.1:${port}/`, seen };
}

const sending = async (type: string | null, content: string | Uint8Array, headers: Record<string, string> = {}) => {
  const { url } = await answering((response) => {
    if (type !== null) response.setHeader('content-type', type);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.end(content);
  });
  return aSender().send(aRequest(url), options);
};

describe('what a service answers', () => {
  it.each<[string | null, string, object]>([
    ['application/json', '{"a": [1]}', { kind: 'json', value: { a: [1] } }],
    ['application/problem+json; charset=utf-8', '"x"', { kind: 'json', value: 'x' }],
    ['application/json', '{"a": 1, "a": 2}', { kind: 'json', value: { a: 2 } }],
    ['application/json', 'not json', { kind: 'text', text: 'not json', isCut: false }],
    ['application/json', `${'['.repeat(500)}${']'.repeat(500)}`, { kind: 'text', isCut: false }],
    ['application/json', `["${'['.repeat(500)}\\"${'['.repeat(500)}"]`, { kind: 'json' }],
    ['text/html', '<p>', { kind: 'text', text: '<p>', isCut: false }],
    ['text/plain; charset=iso-8859-1', '', { kind: 'none' }],
    [null, '{"a": 1}', { kind: 'json', value: { a: 1 } }],
    [null, 'plain', { kind: 'text', text: 'plain', isCut: false }],
    ['image/png', 'abc', { kind: 'bytes', base64: 'YWJj', isCut: false }],
    ['application/xml', '<a/>', { kind: 'text', text: '<a/>', isCut: false }],
  ])('as %s is read as what it is', async (type, content, expected) => {
    expect(await sending(type, content)).toMatchObject({ status: 200, contentType: type, body: expected });
  });

  it('is read in the letters that it says, and as bytes where it is no text', async () => {
    const latin = Buffer.from('äöü', 'latin1');
    expect((await sending('text/plain; charset=iso-8859-1', latin)).body).toMatchObject({ text: 'äöü' });
    expect((await sending('text/plain; charset=unheard-of', 'a')).body).toMatchObject({ text: 'a' });
    expect((await sending(null, latin)).body).toMatchObject({ kind: 'bytes' });
    expect((await sending('application/octet-stream', Buffer.from([0, 1]))).body).toMatchObject({
      kind: 'bytes',
      base64: 'AAE=',
    });
  });

  it('is decompressed', async () => {
    const content = JSON.stringify({ text: 'x'.repeat(1000) });
    const ways: [string, Buffer][] = [
      ['gzip', gzipSync(content)],
      ['x-gzip', gzipSync(content)],
      ['deflate', deflateSync(content)],
      ['deflate', deflateRawSync(content)],
      ['br', brotliCompressSync(content)],
      ['zstd', zstdCompressSync(content)],
      ['gzip, br', brotliCompressSync(gzipSync(content))],
      ['identity', Buffer.from(content)],
    ];
    for (const [encoding, bytes] of ways) {
      const answer = await sending('application/json', bytes, { 'content-encoding': encoding });
      expect(answer.body).toMatchObject({ kind: 'json', value: { text: 'x'.repeat(1000) } });
      expect(answer.bytes).toBe(content.length);
    }
  });

  it('of any status is an answer', async () => {
    for (const status of [201, 204, 304, 400, 401, 404, 418, 500, 503]) {
      const { url } = await answering((response) => response.writeHead(status).end());
      expect((await aSender().send(aRequest(url), options)).status).toBe(status);
    }
  });

  it('to HEAD has no body, whatever its headers say', async () => {
    const { url } = await answering((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '5' }).end(),
    );
    expect((await aSender().send(aRequest(url, { method: 'HEAD' }), options)).body).toEqual({ kind: 'none' });
  });

  it('is cut where it is an error and long', async () => {
    const { url } = await answering((response) =>
      response.writeHead(500, { 'content-type': 'text/plain' }).end('e'.repeat(500_000)),
    );
    const spill = memorySpill();
    const { body } = await aSender().send(aRequest(url), { ...options, spill });
    expect(body).toEqual({ kind: 'text', text: 'e'.repeat(httpLimits.failedBytesMax), isCut: true });
    expect(spill.state).toBe('unused');
  });

  it('goes to a file where it is large [U5]', async () => {
    const content = Buffer.from(`{"a": "${randomBytes(600_000).toString('hex')}ä"}`);
    for (const encoding of ['identity', 'gzip']) {
      const { url } = await answering((response) => {
        response.setHeader('content-type', 'application/json').setHeader('content-encoding', encoding);
        response.end(encoding === 'gzip' ? gzipSync(content) : content);
      });
      const spill = memorySpill();
      const { body, bytes } = await aSender().send(aRequest(url), { ...options, spill });
      expect(body).toEqual({
        kind: 'file',
        file: {
          file_id: 'file',
          bytes: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
          content_type: 'application/json',
          head: content.toString().slice(0, httpLimits.headLengthMax),
        },
      });
      expect([bytes, spill.state, Buffer.concat(spill.chunks).equals(content)]).toEqual([
        content.length,
        'finished',
        true,
      ]);
      expect((await failureOf(aSender().send(aRequest(url), options))).code).toBe('response_too_large');
    }
  });

  it('keeps no cookies', async () => {
    const answer = await sending('text/plain', 'a', { 'set-cookie': 'session=1', 'x-request-id': '7' });
    expect(answer.headers).toMatchObject({ 'x-request-id': '7' });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });
});

describe('a request', () => {
  it('arrives as it was rendered, with little of our own', async () => {
    const { url, seen } = await answering((response, request) => request.on('end', () => response.end()).resume());
    await aSender().send(
      aRequest(`${url}a%2Fb?q=%26`, {
        method: 'POST',
        headers: [
          ['X-A', '1'],
          ['Content-Type', 'application/json'],
        ],
        body: '{"ä":1}',
      }),
      { ...options, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
    );
    const [request] = seen;
    expect([request!.method, request!.url]).toEqual(['POST', '/a%2Fb?q=%26']);
    expect(request!.headers).toEqual({
      host: new URL(url).host,
      connection: 'keep-alive',
      'x-a': '1',
      'content-type': 'application/json',
      'content-length': '8',
      accept: 'application/json, */*;q=0.8',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'user-agent': 'countersign',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    });
  });

  it('ends at its deadline, wherever it is then [U5]', async () => {
    const clock = fakeClock();
    const { url, seen } = await answering((response, request) => {
      if (request.url === '/slow-body') response.write('a');
    });
    for (const path of ['slow-headers', 'slow-body']) {
      const before = seen.length;
      const failure = failureOf(
        aSender({ clock }).send(aRequest(`${url}${path}`, { method: 'POST' }), { timeoutMs: 5_000 }),
      );
      await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(before + 1);
      clock.advance(5_000);
      expect(await failure).toMatchObject({ code: 'upstream_timeout', mayHaveRun: true, isRetryable: false });
    }
    const keyed = aRequest(`${url}slow-headers`, { method: 'POST', isRepeatable: true });
    const ordering = failureOf(aSender({ clock }).send(keyed, { timeoutMs: 5_000 }));
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(3);
    clock.advance(5_000);
    // The key is that of this call: whoever asks again has another one.
    expect(await ordering).toMatchObject({ mayHaveRun: true, isRetryable: false });
    const reading = failureOf(aSender({ clock }).send(aRequest(`${url}slow-headers`), { timeoutMs: 5_000 }));
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(4);
    clock.advance(5_000);
    expect(await reading).toMatchObject({ code: 'upstream_timeout', mayHaveRun: false, isRetryable: true });
  });

  it('is cancelled by its signal, before and after it left', async () => {
    const { url, seen } = await answering(() => undefined);
    const before = await failureOf(
      aSender().send(aRequest(url, { method: 'POST' }), { ...options, signal: AbortSignal.abort() }),
    );
    expect(before).toMatchObject({ code: 'cancelled', mayHaveRun: false });
    expect(seen).toHaveLength(0);
    const stopping = new AbortController();
    const failure = failureOf(
      aSender().send(aRequest(url, { method: 'POST' }), { ...options, signal: stopping.signal }),
    );
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(1);
    stopping.abort();
    expect(await failure).toMatchObject({ code: 'cancelled', mayHaveRun: true });
  });

  it('of a sender that was closed is not sent', async () => {
    const { url } = await answering((response) => response.end());
    const sender = aSender();
    await sender.send(aRequest(url), options);
    await sender.close();
    expect((await failureOf(sender.send(aRequest(url), options))).code).toBe('cancelled');
  });

  it('finds the connections of few origins kept', async () => {
    const { url, seen } = await answering((response) => response.end());
    const { port } = new URL(url);
    const sender = aSender({ lookUp: async () => ['127.0.0.1'] });
    for (let origin = 0; origin < httpLimits.originsMax + 5; origin += 1)
      expect((await sender.send(aRequest(`http://host-${origin}.invalid:${port}/`), options)).status).toBe(200);
    expect(seen).toHaveLength(httpLimits.originsMax + 5);
  });
});
