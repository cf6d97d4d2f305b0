import type { ServerResponse } from 'node:http';
import { type FakeClock, fakeClock } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { serveHttp } from '../../test/local-server.ts';
import { aRequest, aSender, failureOf } from '../../test/sending.ts';
import type { RenderedRequest } from '../request/rendered-request.ts';
import { sendWithRetries } from './send-with-retries.ts';

type Answer = (response: ServerResponse) => void;
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end();
const reset: Answer = (response) => void response.socket!.resetAndDestroy();

/** The same clock, but for waits between attempts: it moves on to their end at once. */
function waitingAtOnce(clock: FakeClock): FakeClock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    ...clock,
    waits,
    at(timeMs, callback) {
      waits.push(timeMs - clock.now());
      clock.set(timeMs);
      return clock.at(timeMs, callback);
    },
  };
}

async function sent(answers: readonly Answer[], given: Partial<RenderedRequest> = {}, timeoutMs = 60_000) {
  let count = 0;
  const { port } = await serveHttp((_request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)]!;
    count += 1;
    answer(response);
  });
  const standing = fakeClock();
  const clock = waitingAtOnce(standing);
  const sender = aSender({ clock: standing });
  const request = aRequest(`http://127.0.0.1:${port}/`, given);
  const outcome = await sendWithRetries(sender, request, { timeoutMs, clock, random: () => 1 }).catch(
    (error: Error) => error,
  );
  return { outcome, count, waits: clock.waits };
}

describe('a request that is sent again', () => {
  it('is so after failures that pass, with longer and longer waits', async () => {
    expect(await sent([status(503), status(502), status(200)])).toMatchObject({
      outcome: { status: 200, attempts: 3 },
      count: 3,
      waits: [200, 400],
    });
    expect(await sent([reset, status(200)])).toMatchObject({ outcome: { status: 200, attempts: 2 }, count: 2 });
    expect(await sent([status(504), reset, status(200)], { method: 'DELETE' })).toMatchObject({
      outcome: { status: 200 },
      count: 3,
    });
  });

  it('is so at most twice', async () => {
    expect(await sent([status(503)])).toMatchObject({ outcome: { status: 503, attempts: 3 }, count: 3 });
    expect(await sent([reset])).toMatchObject({
      outcome: { code: 'upstream_connection_error', isRetryable: true },
      count: 3,
    });
  });

  it('waits as long as the service asks, within bounds', async () => {
    expect(await sent([status(429, { 'retry-after': '3' }), status(200)])).toMatchObject({
      outcome: { attempts: 2 },
      waits: [3_000],
    });
    expect(await sent([status(429, { 'retry-after': '0' }), status(200)])).toMatchObject({
      outcome: { attempts: 2 },
      waits: [200],
    });
    expect(await sent([status(429, { 'retry-after': '11' }), status(200)])).toMatchObject({
      outcome: { status: 429, attempts: 1 },
      count: 1,
    });
    expect(await sent([status(503, { 'retry-after': 'tomorrow' }), status(200)])).toMatchObject({
      outcome: { attempts: 2 },
      waits: [200],
    });
  });

  it('waits until a date that the service names', async () => {
    const inFiveSeconds = new Date(fakeClock().now() + 5_000).toUTCString();
    expect(await sent([status(503, { 'retry-after': inFiveSeconds }), status(200)])).toMatchObject({ waits: [5_000] });
    const longAgo = new Date(0).toUTCString();
    expect(await sent([status(503, { 'retry-after': longAgo }), status(200)])).toMatchObject({ waits: [200] });
  });

  it('is not so beyond its deadline', async () => {
    expect(await sent([status(429, { 'retry-after': '9' }), status(200)], {}, 10_000)).toMatchObject({
      outcome: { attempts: 2 },
    });
    expect(await sent([status(429, { 'retry-after': '9' }), status(200)], {}, 9_000)).toMatchObject({
      outcome: { status: 429 },
      count: 1,
    });
  });

  it.each<[string, Answer, Partial<RenderedRequest>]>([
    ['that may do harm twice', status(503), { method: 'POST' }],
    ['that may have had an effect', reset, { method: 'PATCH' }],
    ['that was answered', status(404), {}],
    ['that the service failed at', status(500), {}],
    ['that was redirected', status(302, { location: 'http://evil.invalid/' }), {}],
    ['whose answer was broken', (response) => void response.socket!.end('garbage\r\n\r\n'), {}],
  ])('is not one %s', async (_what, answer, given) => {
    expect((await sent([answer, status(200)], given)).count).toBe(1);
  });

  it('with a key is sent again though it may have run, and is not called retryable for that', async () => {
    const keyed = { method: 'POST', isRepeatable: true } as const;
    expect(await sent([reset, status(200)], keyed)).toMatchObject({ outcome: { status: 200, attempts: 2 } });
    const lost = { code: 'upstream_connection_error', isRetryable: false, mayHaveRun: true };
    expect(await sent([reset], keyed)).toMatchObject({ outcome: lost, count: 3 });
  });

  it('may have run where an earlier attempt may have', async () => {
    const { port } = await serveHttp((_request, response) => reset(response));
    const standing = fakeClock();
    let looks = 0;
    const lookUp = async () => (looks++ === 0 ? ['127.0.0.1'] : []);
    const request = aRequest(`http://name.invalid:${port}/`, { method: 'POST', isRepeatable: true });
    const sending = sendWithRetries(aSender({ clock: standing, lookUp }), request, {
      timeoutMs: 60_000,
      clock: waitingAtOnce(standing),
    });
    expect(await failureOf(sending)).toMatchObject({
      mayHaveRun: true,
      isRetryable: false,
      message: 'name.invalid has no address.',
    });
  });

  it('is one with a key, whatever its method', async () => {
    expect(await sent([status(503), status(200)], { method: 'POST', isRepeatable: true })).toMatchObject({
      outcome: { attempts: 2 },
    });
  });

  it('is not sent again once it was cancelled', async () => {
    let count = 0;
    const { port } = await serveHttp((_request, response) => {
      count += 1;
      response.writeHead(503).end();
    });
    const clock = fakeClock();
    const stopping = new AbortController();
    const waiting = Promise.withResolvers<void>();
    const watched = {
      ...clock,
      at(timeMs: number, callback: () => void) {
        if (timeMs - clock.now() < 1_000) waiting.resolve();
        return clock.at(timeMs, callback);
      },
    };
    const failure = failureOf(
      sendWithRetries(aSender({ clock }), aRequest(`http://127.0.0.1:${port}/`), {
        timeoutMs: 60_000,
        clock: watched,
        signal: stopping.signal,
      }),
    );
    await waiting.promise;
    stopping.abort();
    expect((await failure).code).toBe('cancelled');
    expect(count).toBe(1);
  });
});
