import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { systemClock } from '@countersign/control-plane';
import { fakeClock } from '@countersign/testing';
import type { SpillTarget } from '@countersign/upstream';
import { describe, expect, it } from 'vitest';
import { type Behave, head, hostileService, pour } from './hostile-service.ts';
import { aSender, failureOf, loadedRequest, secrets } from './stage.ts';

const options = { timeoutMs: 60_000 };
const ok = (...headers: readonly string[]): string => head('200 OK', 'content-type: application/json', ...headers);
const says =
  (...parts: readonly (string | Uint8Array)[]): Behave =>
  (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };

/** Takes everything and keeps nothing but the count. */
function countingSpill(): SpillTarget & { bytes: number; state: 'unused' | 'open' | 'finished' | 'abandoned' } {
  const spill = {
    bytes: 0,
    state: 'unused' as 'unused' | 'open' | 'finished' | 'abandoned',
    async open() {
      spill.state = 'open';
      return {
        async write(chunk: Uint8Array) {
          spill.bytes += chunk.length;
        },
        async finish() {
          spill.state = 'finished';
          return { file_id: 'f', bytes: spill.bytes, sha256: '' };
        },
        async abandon() {
          spill.state = 'abandoned';
        },
      };
    },
  };
  return spill;
}

async function answered(behave: Behave, method: 'GET' | 'POST' = 'GET', spill?: SpillTarget) {
  const service = await hostileService(behave);
  const request = loadedRequest(`http://127.0.0.1:${service.port}/`, { method });
  const failure = await failureOf(aSender().send(request, { ...options, spill }));
  for (const secret of secrets) expect(JSON.stringify([failure.message, failure.toError('t')])).not.toContain(secret);
  return { failure, service };
}

describe('a service that answers badly', () => {
  it.each<[string, Behave]>([
    ['garbage instead of HTTP', says('hello\r\n\r\n')],
    ['bytes instead of HTTP', says(Buffer.from([0, 255, 22, 3, 1]))],
    ['HTTP/2 unasked', says(Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'))],
    ['a status that is none', says('HTTP/1.1 abc OK\r\n\r\n')],
    ['a header without a name', says('HTTP/1.1 200 OK\r\n: x\r\n\r\n')],
    ['a header with a line feed', says('HTTP/1.1 200 OK\r\nx: a\nb\r\n\r\n')],
    ['two lengths', says(ok('content-length: 1', 'content-length: 2'), 'ab')],
    ['a length and chunks', says(ok('content-length: 1', 'transfer-encoding: chunked'), '1\r\na\r\n0\r\n\r\n')],
    ['a length that is negative', says(ok('content-length: -1'))],
    ['a length beyond numbers', says(ok('content-length: 99999999999999999999999'))],
    ['a chunk that is none', says(ok('transfer-encoding: chunked'), 'zz\r\n')],
    ['a chunk beyond numbers', says(ok('transfer-encoding: chunked'), 'fffffffffffffffff\r\n')],
    ['huge headers', says(head('200 OK', `x: ${'a'.repeat(200_000)}`))],
    ['many headers', says(head('200 OK', ...Array.from({ length: 20_000 }, (_, index) => `x-${index}: a`)))],
    [
      'headers without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        pour(socket, 'x-a: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n');
      },
    ],
    ['less than it said', says(ok('content-length: 100'), 'abc')],
    ['chunks that do not end', says(ok('transfer-encoding: chunked'), '5\r\nhello\r\n')],
    ['interim answers without end', (socket) => pour(socket, head('103 Early Hints', 'link: </a>; rel=preload'))],
    ['100-continue without end', (socket) => pour(socket, head('100 Continue'))],
    ['another protocol', says(head('101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade'))],
    ['an encoding that nobody asked for', says(ok('content-encoding: compress', 'content-length: 1'), 'a')],
    ['encodings upon encodings', says(ok('content-encoding: gzip, gzip, gzip', 'content-length: 1'), 'a')],
    ['gzip that is none', says(ok('content-encoding: gzip', 'content-length: 5'), 'hello')],
    ['brotli that is none', says(ok('content-encoding: br', 'content-length: 5'), 'hello')],
    ['zstd that is none', says(ok('content-encoding: zstd', 'content-length: 5'), 'hello')],
    ['deflate that is none', says(ok('content-encoding: deflate', 'content-length: 5'), 'xello')],
    ['gzip that ends early', says(ok('content-encoding: gzip'), gzipSync(randomBytes(5_000)).subarray(0, 3_000))],
    [
      'zstd that ends early',
      says(ok('content-encoding: zstd'), zstdCompressSync(randomBytes(5_000)).subarray(0, 3_000)),
    ],
    [
      'brotli that ends early',
      says(ok('content-encoding: br'), brotliCompressSync(randomBytes(5_000)).subarray(0, 3_000)),
    ],
  ])('with %s is told so [U5, U8]', async (_what, behave) => {
    for (const method of ['GET', 'POST'] as const) {
      const { failure } = await answered(behave, method);
      expect(failure).toMatchObject({ code: 'bad_response', isRetryable: false, mayHaveRun: method === 'POST' });
    }
  });

  it.each<[string, Behave]>([
    ['at once', (socket) => socket.resetAndDestroy()],
    ['in the first line', (socket) => void socket.write('HTTP/1.1 20', () => socket.resetAndDestroy())],
    ['in the headers', (socket) => void socket.write('HTTP/1.1 200 OK\r\nx: ', () => socket.resetAndDestroy())],
    ['by going away without a word', (socket) => socket.end()],
  ])('resets %s: it may have run, unless it may be repeated [U8]', async (_what, behave) => {
    expect((await answered(behave, 'POST')).failure).toMatchObject({
      code: 'upstream_connection_error',
      mayHaveRun: true,
      isRetryable: false,
    });
    expect((await answered(behave, 'GET')).failure).toMatchObject({
      code: 'upstream_connection_error',
      mayHaveRun: false,
      isRetryable: true,
    });
  });

  it('resets in the body: whatever it is called, it did not come to its end', async () => {
    const behave: Behave = (socket) =>
      void socket.write(`${ok('content-length: 100')}abc`, () => socket.resetAndDestroy());
    const { failure } = await answered(behave, 'POST');
    expect(failure.code).toMatch(/^(bad_response|upstream_connection_error)$/);
    expect(failure.mayHaveRun).toBe(true);
  });

  it('resets before a connection is secure: nothing was sent [U8]', async () => {
    const service = await hostileService(() => undefined, { greet: (socket) => socket.resetAndDestroy() });
    const request = loadedRequest(`https://127.0.0.1:${service.port}/`, { method: 'POST' });
    const failure = await failureOf(aSender().send(request, options));
    expect(failure).toMatchObject({ code: 'upstream_connection_error', mayHaveRun: false, isRetryable: true });
    expect(service.heard()).toBe('');
  });
});

describe('a service that answers slowly', () => {
  it.each<[string, Behave]>([
    ['no headers', () => undefined],
    ['half of its headers', (socket) => void socket.write('HTTP/1.1 200 OK\r\nx: ')],
    ['no body', (socket) => void socket.write(ok('content-length: 5'))],
    ['half of its body', (socket) => void socket.write(`${ok('content-length: 5')}ab`)],
    ['half of a chunk', (socket) => void socket.write(`${ok('transfer-encoding: chunked')}5\r\nab`)],
    [
      'half of what it compressed',
      (socket) =>
        void socket.write(
          Buffer.concat([
            Buffer.from(ok('content-encoding: gzip', 'transfer-encoding: chunked')),
            Buffer.from('a\r\n'),
            gzipSync('hello world').subarray(0, 10),
            Buffer.from('\r\n'),
          ]),
        ),
    ],
  ])('with %s is not waited for beyond the deadline [U5]', async (_what, behave) => {
    const service = await hostileService(behave);
    const clock = fakeClock();
    const request = loadedRequest(`http://127.0.0.1:${service.port}/`, { method: 'POST' });
    const failure = failureOf(aSender({ clock }).send(request, { timeoutMs: 5_000 }));
    await service.spokenTo();
    clock.advance(5_000);
    expect(await failure).toMatchObject({ code: 'upstream_timeout', mayHaveRun: true });
  });

  it('drop by drop has the same deadline for all drops [U5]', async () => {
    const service = await hostileService((socket: Socket) => {
      socket.write(ok('transfer-encoding: chunked'));
      const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : socket.write('1\r\na\r\n')), 5);
    });
    const request = loadedRequest(`http://127.0.0.1:${service.port}/`);
    expect((await failureOf(aSender({ clock: systemClock }).send(request, { timeoutMs: 300 }))).code).toBe(
      'upstream_timeout',
    );
  });
});

describe('a service that answers with too much', () => {
  const mega = Buffer.alloc(1024 * 1024, 'x');
  const bomb = Buffer.alloc(48 * 1024 * 1024);
  const packers = {
    gzip: gzipSync,
    deflate: deflateSync,
    'raw deflate': deflateRawSync,
    br: (bytes: Uint8Array) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    zstd: zstdCompressSync,
  };

  it('without end is cut off at the limit [U5]', async () => {
    const behave: Behave = (socket) => {
      socket.write(ok('transfer-encoding: chunked'));
      pour(socket, Buffer.concat([Buffer.from('100000\r\n'), mega, Buffer.from('\r\n')]));
    };
    const { failure, service } = await answered(behave, 'POST');
    expect(failure).toMatchObject({ code: 'response_too_large', mayHaveRun: true, upstreamStatus: 200 });
    expect(service.bytesSent()).toBeLessThan(64 * 1024 * 1024);
  });

  it('without end and without a length is cut off at the limit of a file, which is let go [U5]', async () => {
    const behave: Behave = (socket) => {
      socket.write(head('200 OK'));
      pour(socket, mega);
    };
    const spill = countingSpill();
    const { failure } = await answered(behave, 'GET', spill);
    expect(failure.code).toBe('response_too_large');
    expect(spill.state).toBe('abandoned');
    expect(spill.bytes).toBeLessThanOrEqual(100 * 1024 * 1024);
  });

  it('as an error is cut, and not read on [U5]', async () => {
    const service = await hostileService((socket) => {
      socket.write(head('500 Broken', 'content-type: text/plain'));
      pour(socket, mega);
    });
    const answer = await aSender().send(loadedRequest(`http://127.0.0.1:${service.port}/`), options);
    expect(answer).toMatchObject({ status: 500, body: { kind: 'text', isCut: true } });
  });

  it.each(Object.entries(packers))('packed as %s does not unpack beyond bounds [U5]', async (encoding, pack) => {
    const packed = pack(bomb);
    const name = encoding === 'raw deflate' ? 'deflate' : encoding;
    const behave = says(ok(`content-encoding: ${name}`, `content-length: ${packed.length}`), packed);
    const spill = countingSpill();
    expect((await answered(behave, 'GET', spill)).failure.code).toBe('response_too_large');
    // What is small when it is sent is noticed long before it is large.
    expect(spill.bytes).toBeLessThan(20 * 1024 * 1024);
    expect(spill.state).not.toBe('finished');
    expect((await answered(behave)).failure.code).toBe('response_too_large');
  });

  it('packed twice does not unpack beyond bounds [U5]', async () => {
    const packed = gzipSync(gzipSync(bomb));
    const behave = says(ok('content-encoding: gzip, gzip', `content-length: ${packed.length}`), packed);
    expect((await answered(behave, 'GET', countingSpill())).failure.code).toBe('response_too_large');
  });

  it('that asks for a huge window to unpack is refused [U5]', async () => {
    // A frame of zstd whose header asks for a window of 2^31 bytes.
    const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x03, 0x00, 0x00, 0x61]);
    const behave = says(ok('content-encoding: zstd', `content-length: ${frame.length}`), frame);
    expect((await answered(behave)).failure.code).toBe('bad_response');
  });
});

describe('a name that changes what it stands for', () => {
  it('is refused as soon as it stands for something that is refused, on every connection [U5]', async () => {
    const service = await hostileService((socket) => socket.end(`${ok('content-length: 2', 'connection: close')}{}`));
    const answers = [['127.0.0.1'], ['169.254.169.254'], ['127.0.0.1', 'fd00:ec2::254'], ['0.0.0.0'], ['127.0.0.1']];
    let looks = 0;
    const sender = aSender({ lookUp: async () => answers[looks++]! });
    const codes: string[] = [];
    for (let round = 0; round < answers.length; round += 1)
      codes.push(
        await sender.send(loadedRequest(`http://rebinding.invalid:${service.port}/`), options).then(
          () => 'answered',
          (error: { code: string }) => error.code,
        ),
      );
    expect(codes).toEqual([
      'answered',
      'destination_refused',
      'destination_refused',
      'destination_refused',
      'answered',
    ]);
    expect([looks, service.connections()]).toEqual([5, 2]);
  });
});
