import { fakeClock, makeCertificate } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { serveHttp, serveSocket } from '../../test/local-server.ts';
import { aRequest, aSender, failureOf } from '../../test/sending.ts';
import { destinationLimits } from './limits.ts';

const options = { timeoutMs: 20_000 };

describe('the one way out', () => {
  it('refuses a name when one of its answers is private, whatever the others are [U5]', async () => {
    const { port, connections } = await serveHttp((_request, response) => response.end());
    for (const answers of [
      ['127.0.0.1'],
      ['8.8.8.8', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254'],
      ['fd00:ec2::254', '8.8.8.8'],
      ['not an address'],
    ]) {
      const sender = aSender({ rules: { allowPrivate: false }, lookUp: async () => answers });
      const failure = await failureOf(sender.send(aRequest(`http://name.invalid:${port}/`), options));
      expect(failure).toMatchObject({ code: 'destination_refused', isRetryable: false, mayHaveRun: false });
    }
    expect(connections()).toBe(0);
  });

  it('refuses metadata also where private addresses are allowed [U5]', async () => {
    const sender = aSender({ lookUp: async () => ['127.0.0.1', '169.254.169.254'] });
    expect((await failureOf(sender.send(aRequest('http://name.invalid/'), options))).code).toBe('destination_refused');
  });

  it('checks an address that is given itself, which nobody looks up [U5]', async () => {
    const { port, connections } = await serveHttp((_request, response) => response.end());
    const sender = aSender({
      rules: { allowPrivate: false },
      lookUp: () => Promise.reject(new Error('must not be asked')),
    });
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', 'localhost.'])
      expect((await failureOf(sender.send(aRequest(`http://${host}:${port}/`), options))).code).toBe(
        'destination_refused',
      );
    expect(connections()).toBe(0);
  });

  it('connects to the answer that was checked, though the name stands for another one a moment later [U5]', async () => {
    const { port, connections } = await serveHttp((_request, response) => response.end('private'));
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    let looks = 0;
    const sender = aSender({
      rules: { allowPrivate: false },
      lookUp: async () => answers[Math.min(looks++, 1)]!,
      clock: fakeClock(),
    });
    // 8.8.8.8 does not answer on that port or cannot be reached at all; whichever it is, this machine is not asked.
    const stopping = new AbortController();
    const first = failureOf(
      sender.send(aRequest(`http://name.invalid:${port}/`), { ...options, signal: stopping.signal }),
    );
    await expect.poll(() => looks, { timeout: 20_000 }).toBe(1);
    stopping.abort();
    await first;
    expect(looks).toBe(1);
    expect(connections()).toBe(0);
    expect((await failureOf(sender.send(aRequest(`http://name.invalid:${port}/`), options))).code).toMatch(
      /destination_refused|upstream_connection_error/,
    );
    expect(connections()).toBe(0);
  });

  it('looks a name up once for each connection and uses that connection again', async () => {
    const { port, connections } = await serveHttp((_request, response) => response.end('ok'));
    const asked: string[] = [];
    const sender = aSender({
      lookUp: async (name) => {
        asked.push(name);
        return ['127.0.0.1'];
      },
    });
    for (let round = 0; round < 3; round += 1) await sender.send(aRequest(`http://name.invalid:${port}/`), options);
    expect(asked).toHaveLength(connections());
    expect(connections()).toBeLessThan(3);
  });

  it('tries the other addresses of a name when one does not answer', async () => {
    const { port } = await serveHttp((_request, response) => response.end('ok'));
    const sender = aSender({ lookUp: async () => ['127.0.0.2', '127.0.0.1'] });
    expect((await sender.send(aRequest(`http://name.invalid:${port}/`), options)).status).toBe(200);
  });

  it('does not try all of many addresses', async () => {
    const { port, connections } = await serveHttp((_request, response) => response.end('ok'));
    const silent = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
    const sender = aSender({ lookUp: async () => [...silent, '127.0.0.1'] });
    await failureOf(sender.send(aRequest(`http://name.invalid:${port}/`), options));
    expect(connections()).toBe(0);
  });

  it('does not wait long for an address that says nothing while there are others', async () => {
    const { port } = await serveHttp((_request, response) => response.end('ok'));
    const clock = fakeClock();
    const waits: (() => void)[] = [];
    const watched = {
      ...clock,
      at(timeMs: number, callback: () => void) {
        if (timeMs - clock.now() === destinationLimits.addressMsMax) waits.push(callback);
        return clock.at(timeMs, callback);
      },
    };
    // Nothing on this machine answers there: the first attempt is refused, fails or hangs, and is given up in each case.
    const sender = aSender({ clock: watched, lookUp: async () => ['10.255.255.1', '127.0.0.1'] });
    const answer = sender.send(aRequest(`http://name.invalid:${port}/`), options);
    await expect.poll(() => waits.length, { timeout: 20_000 }).toBe(1);
    clock.advance(destinationLimits.addressMsMax);
    expect((await answer).status).toBe(200);
  });

  it('asks for a certificate of the name, not of the address [U5]', async () => {
    const certificate = makeCertificate(['api.example.invalid']);
    const { port } = await serveHttp((request, response) => response.end(request.headers.host), certificate);
    const lookUp = async () => ['127.0.0.1'];
    const trusting = aSender({ lookUp, ca: certificate.cert });
    const answer = await trusting.send(aRequest(`https://api.example.invalid:${port}/`), options);
    expect(answer.body).toMatchObject({ text: `api.example.invalid:${port}` });
    const other = await failureOf(trusting.send(aRequest(`https://other.invalid:${port}/`), options));
    expect(other).toMatchObject({ code: 'upstream_connection_error', isRetryable: false });
    expect(other.message).toMatch(/certificate/);
    const untrusting = aSender({ lookUp });
    expect(
      (await failureOf(untrusting.send(aRequest(`https://api.example.invalid:${port}/`), options))).message,
    ).toMatch(/certificate/);
  });

  it('says that nothing was sent where it could not connect', async () => {
    const closed = await serveSocket((socket) => socket.destroy());
    const sender = aSender({ lookUp: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })) });
    const missing = await failureOf(sender.send(aRequest('http://name.invalid/', { method: 'POST' }), options));
    expect(missing).toMatchObject({ code: 'upstream_connection_error', isRetryable: true, mayHaveRun: false });
    const none = aSender({ lookUp: async () => [] });
    expect((await failureOf(none.send(aRequest(`http://name.invalid:${closed.port}/`), options))).message).toMatch(
      /no address/,
    );
    const refused = await failureOf(aSender().send(aRequest('http://127.0.0.1:1/', { method: 'POST' }), options));
    expect(refused).toMatchObject({ code: 'upstream_connection_error', isRetryable: true, mayHaveRun: false });
  });

  it('gives up on a name that is looked up without end, and on a handshake without end [U5]', async () => {
    const clock = fakeClock();
    let asked = 0;
    const lookUp = () => {
      asked += 1;
      return new Promise<string[]>(() => undefined);
    };
    const sender = aSender({ clock, lookUp, connectMsMax: 1_000 });
    const failure = failureOf(sender.send(aRequest('http://name.invalid/', { method: 'POST' }), { timeoutMs: 60_000 }));
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(1);
    clock.advance(1_000);
    expect(await failure).toMatchObject({ code: 'upstream_connection_error', mayHaveRun: false });

    const early = failureOf(sender.send(aRequest('http://name.invalid/', { method: 'POST' }), { timeoutMs: 500 }));
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(2);
    clock.advance(500);
    expect(await early).toMatchObject({ code: 'upstream_timeout', mayHaveRun: false, isRetryable: true });

    let accepted = 0;
    const silent = await serveSocket(() => {
      accepted += 1;
    });
    const handshake = failureOf(
      aSender({ clock, connectMsMax: 1_000 }).send(aRequest(`https://127.0.0.1:${silent.port}/`), {
        timeoutMs: 60_000,
      }),
    );
    await expect.poll(() => accepted, { timeout: 20_000 }).toBe(1);
    clock.advance(1_000);
    expect((await handshake).message).toMatch(/1000 ms/);
  });

  it('reaches IPv6 addresses too, where there are any', async () => {
    const sender = aSender({ lookUp: () => Promise.reject(new Error('must not be asked')) });
    const failure = await failureOf(sender.send(aRequest('http://[::1]:1/'), options));
    expect(failure).toMatchObject({ code: 'upstream_connection_error', mayHaveRun: false });
    expect(failure.details.reason).toMatch(/^E/);
  });

  it('says so where a look-up fails for no known reason', async () => {
    const sender = aSender({ lookUp: () => Promise.reject(new Error('no reason')) });
    const failure = await failureOf(sender.send(aRequest('http://name.invalid/'), options));
    expect(failure).toMatchObject({ code: 'upstream_connection_error', details: { reason: 'unknown' } });
  });
});
