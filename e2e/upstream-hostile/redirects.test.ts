import { readFileSync } from 'node:fs';
import type { JsonObject } from '@countersign/contract';
import { systemClock } from '@countersign/control-plane';
import { makeCertificate } from '@countersign/testing';
import { guardedFetch } from '@countersign/upstream';
import { describe, expect, it } from 'vitest';
import { head, hostileService } from './hostile-service.ts';
import { aSender, failureOf, loadedRequest, secrets } from './stage.ts';

type Case = {
  readonly id: string;
  readonly category: string;
  readonly why: string;
  readonly tool_def: { readonly method: 'GET'; readonly url: string; readonly headers: Record<string, string> };
  readonly args: JsonObject;
  readonly upstream: { readonly status: number; readonly location: string };
};

const corpus = readFileSync(new URL('../../packages/upstream/corpus/proxy.jsonl', import.meta.url), 'utf8');
const cases = corpus
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)
  .filter(({ category }) => category === 'redirect');

const options = { timeoutMs: 60_000 };

/** Everything that leads elsewhere leads here, and is recorded. */
async function anotherOrigin() {
  const certificate = makeCertificate(['evil.invalid', 'api.example.invalid']);
  const plain = await hostileService((socket) => socket.end(head('200 OK', 'content-length: 0')));
  const secure = await hostileService((socket) => socket.end(head('200 OK', 'content-length: 0')), { certificate });
  return { certificate, plain, secure, reached: () => plain.connections() + secure.connections() };
}

describe('a service that redirects', () => {
  it.each(cases)('$id: $why [U5]', async ({ tool_def, upstream }) => {
    const certificate = makeCertificate(['api.example.invalid']);
    const service = await hostileService(
      (socket) =>
        socket.end(head(`${upstream.status} Elsewhere`, `location: ${upstream.location}`, 'content-length: 0')),
      { certificate },
    );
    const asked: string[] = [];
    const sender = aSender({
      ca: certificate.cert,
      lookUp: async (name) => {
        asked.push(name);
        return ['127.0.0.1'];
      },
    });
    const url = tool_def.url.replace('api.example.invalid', `api.example.invalid:${service.port}`);
    const failure = await failureOf(sender.send(loadedRequest(url, { method: tool_def.method }), options));
    expect(failure).toMatchObject({ code: 'redirect_refused', isRetryable: false, upstreamStatus: upstream.status });
    expect(asked).toEqual(['api.example.invalid']);
    expect(service.connections()).toBe(1);
  });

  it('is not followed, by any status, method or way to write where to: 0 bytes at another origin [U5]', async () => {
    const elsewhere = await anotherOrigin();
    const { plain, secure } = elsewhere;
    let answer = '';
    const service = await hostileService((socket) => socket.end(answer));
    const sender = aSender({ ca: elsewhere.certificate.cert, lookUp: async () => ['127.0.0.1'] });
    const places = [
      `https://evil.invalid:${secure.port}/`,
      `http://evil.invalid:${plain.port}/`,
      `//evil.invalid:${plain.port}/x`,
      `http://127.0.0.1:${plain.port}/`,
      `http://user:pw@evil.invalid:${plain.port}/`,
      `http:\\\\evil.invalid:${plain.port}`,
      `/same-origin`,
      '?same',
      '#fragment',
      '',
      'http://169.254.169.254/latest/meta-data/',
      'javascript:alert(1)',
      'data:text/plain,x',
      'file:///etc/passwd',
      'http://[::1',
      'ws://evil.invalid/',
      `http://${secrets[0]}@evil.invalid:${plain.port}/`,
    ];
    let tried = 0;
    for (const status of [300, 301, 302, 303, 305, 307, 308, 399])
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const)
        for (const place of places) {
          answer = head(`${status} Elsewhere`, `Location: ${place}`, 'Content-Length: 0');
          const failure = await failureOf(
            sender.send(loadedRequest(`http://api.example.invalid:${service.port}/x`, { method }), options),
          );
          expect(failure).toMatchObject({
            code: 'redirect_refused',
            upstreamStatus: status,
            mayHaveRun: method === 'POST',
          });
          for (const secret of secrets) expect(JSON.stringify(failure.toError('t'))).not.toContain(secret);
          tried += 1;
        }
    expect(tried).toBe(8 * 4 * places.length);
    expect(elsewhere.reached()).toBe(0);
    expect(service.connections()).toBe(tried);
    for (const secret of secrets) expect(service.heard()).toContain(secret);
  });

  it('finds nobody who listens to other ways to lead elsewhere [U5]', async () => {
    const elsewhere = await anotherOrigin();
    const target = `http://evil.invalid:${elsewhere.plain.port}/`;
    const answers = [
      head('200 OK', `Refresh: 0; url=${target}`, 'Content-Length: 0'),
      head('200 OK', `Location: ${target}`, 'Content-Length: 0'),
      head('201 Created', `Location: ${target}`, 'Content-Length: 0'),
      head('200 OK', `Alt-Svc: http/1.1="evil.invalid:${elsewhere.plain.port}"`, 'Content-Length: 0'),
      head('200 OK', `Link: <${target}>; rel=preload`, 'Content-Length: 0'),
      head('401 Unauthorized', `WWW-Authenticate: Bearer resource_metadata="${target}"`, 'Content-Length: 0'),
      head('407 Proxy Authentication Required', 'Proxy-Authenticate: Basic', 'Content-Length: 0'),
      head('421 Misdirected Request', `Location: ${target}`, 'Content-Length: 0'),
      head('304 Not Modified', 'Content-Length: 0'),
    ];
    let next = 0;
    const service = await hostileService((socket) => socket.end(answers[next]!));
    const sender = aSender({ lookUp: async () => ['127.0.0.1'] });
    for (; next < answers.length; next += 1)
      await sender.send(loadedRequest(`http://api.example.invalid:${service.port}/x`, { method: 'POST' }), options);
    expect(elsewhere.reached()).toBe(0);
  });

  it('is not followed by libraries that take a fetch either [U5]', async () => {
    const elsewhere = await anotherOrigin();
    const service = await hostileService((socket) =>
      socket.end(head('307 Elsewhere', `Location: http://127.0.0.1:${elsewhere.plain.port}/`, 'Content-Length: 0')),
    );
    const guarded = guardedFetch({ rules: { allowPrivate: true }, clock: systemClock });
    const init = {
      method: 'POST',
      body: secrets[2]!,
      headers: { authorization: secrets[0]! },
      redirect: 'follow',
    } as const;
    expect(await failureOf(guarded.fetch(`http://127.0.0.1:${service.port}/`, init))).toMatchObject({
      code: 'redirect_refused',
    });
    expect(elsewhere.reached()).toBe(0);
    await guarded.close();
    const strict = guardedFetch({ rules: { allowPrivate: false }, clock: systemClock });
    expect(await failureOf(strict.fetch(`http://127.0.0.1:${service.port}/`, init))).toMatchObject({
      code: 'destination_refused',
    });
    expect(service.connections()).toBe(1);
    await strict.close();
  });
});
