import { describe, expect, it } from 'vitest';
import { failureOf, never, seenBy, useExchangeStage } from '../../../test/exchange-stage.ts';
import type { TestIssuer } from '../../../test/test-issuer.ts';
import { identityLimits } from '../identity-limits.ts';
import { Authorizer } from './authorizer.ts';

const stage = useExchangeStage();
const need = { sourceId: 'pizzeria', toolVersion: 'v1' };

describe('a provider that does not give a token', () => {
  const attempt = async (auth = stage().exchange()) => failureOf(stage().authorize(auth, await stage().callerAs()));

  it('has its reason told, cut and without what was sent, and is not asked again at once [U3]', async () => {
    const caller = await stage().callerAs();
    stage().issuer.answerToken = ({ parameters }) => ({
      status: 400,
      body: {
        error: 'invalid_target',
        error_description: `no\u0007 ${parameters.subject_token} client-secret ${'x'.repeat(2_000)}`,
      },
    });
    const error = await failureOf(stage().authorize(stage().exchange(), caller));
    expect(error).toMatchObject({ code: 'token_exchange_failed', isRetryable: false });
    expect(error.details).toMatchObject({ error: 'invalid_target', status: 400 });
    expect(String(error.details.error_description).length).toBeLessThanOrEqual(identityLimits.errorTextLengthMax);
    expect(error.message).toMatch(/Check the audience/);
    await failureOf(stage().authorize(stage().exchange(), caller));
    expect(stage().issuer.questions).toHaveLength(1);
    stage().clock.advance(identityLimits.refusalKeptMs);
    stage().issuer.answerToken = stage().mint;
    await stage().authorize(stage().exchange(), caller);
    expect(stage().reports.map(({ outcome }) => outcome)).toEqual(['refused', 'granted']);
  });

  it('is left alone after failing again and again, and tried again later; refusals do not count [U3, U6]', async () => {
    stage().issuer.answerToken = () => ({ status: 400, body: { error: 'access_denied' } });
    for (let turn = 0; turn < 10; turn += 1) expect((await attempt()).isRetryable).toBe(false);
    expect(stage().changes).toEqual([]);
    stage().issuer.answerToken = () => ({ status: 503, body: 'sorry' });
    for (let turn = 0; turn < 5; turn += 1) expect((await attempt()).isRetryable).toBe(true);
    const asked = stage().issuer.questions.length;
    const resting = await attempt();
    expect(resting).toMatchObject({ isRetryable: true, details: { error: 'circuit_open', retry_after_seconds: 30 } });
    expect(stage().issuer.questions).toHaveLength(asked);
    expect(stage().reports).toHaveLength(asked);
    stage().issuer.answerToken = stage().mint;
    stage().clock.advance(30_000);
    for (let turn = 0; turn < 3; turn += 1) await stage().authorize(stage().exchange(), await stage().callerAs());
    expect(stage().changes.map(({ to }) => to)).toEqual(['open', 'half_open', 'closed']);
  });

  it('is down and comes back [U3, U6]', async () => {
    await stage().authorize(stage().exchange(), await stage().callerAs());
    await stage().issuer.down();
    for (let turn = 0; turn < 5; turn += 1) {
      const error = await attempt();
      expect(error).toMatchObject({ isRetryable: true, code: 'token_exchange_failed' });
    }
    expect(stage().changes.map(({ to }) => to)).toEqual(['open']);
    await stage().issuer.up();
    stage().clock.advance(30_000);
    expect(seenBy(await stage().authorize(stage().exchange(), await stage().callerAs())).aud).toBe('pizzeria');
  });

  it('was never up: its addresses are looked up again once it is [U3, U6]', async () => {
    await stage().issuer.down();
    for (let turn = 0; turn < 5; turn += 1) expect((await attempt()).isRetryable).toBe(true);
    expect(stage().changes.map(({ to }) => to)).toEqual(['open']);
    await stage().issuer.up();
    stage().clock.advance(30_000);
    await stage().authorize(stage().exchange(), await stage().callerAs());
  });

  it('breaks the connection once and is asked once more [U3]', async () => {
    let calls = 0;
    const flaky = new Authorizer({
      now: () => stage().clock.now(),
      secrets: async () => 's',
      fetch: async (url, question) => {
        if (url.endsWith('/token') && ++calls === 1) throw new TypeError('fetch failed');
        return fetch(url, question);
      },
    });
    await flaky.authorize(stage().exchange(), await stage().callerAs(), need, never);
    expect(calls).toBe(2);
  });

  const bad: [string, Parameters<TestIssuer['answers']['set']>[1], boolean][] = [
    ['leads elsewhere', () => ({ status: 307, body: '', headers: { location: 'https://evil.example/token' } }), false],
    ['leads elsewhere for good', () => ({ status: 308, body: '', headers: { location: '/other' } }), false],
    ['says it is moved, without where to', () => ({ status: 302, body: '' }), false],
    ['is a page', () => ({ body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } }), true],
    ['is a list', () => ({ body: [] }), true],
    ['is endless', () => ({ body: 'x'.repeat(identityLimits.providerBytesMax + 1) }), true],
    ['says too many', () => ({ status: 429, body: {} }), true],
    ['is a refusal without a reason', () => ({ status: 403, body: '' }), false],
  ];
  it.each(bad)(
    'answers what %s: no token, and the agent knows whether to try again [U3, U5]',
    async (_, answer, isRetryable) => {
      stage().issuer.answers.set('/token', answer);
      expect(await attempt()).toMatchObject({ code: 'token_exchange_failed', isRetryable });
      expect(stage().issuer.countOf('/other')).toBe(0);
    },
  );

  it('does not answer in time [U3, U5]', async () => {
    stage().issuer.answerToken = () => new Promise(() => undefined);
    const hasty = new Authorizer({ now: () => stage().clock.now(), secrets: async () => 's', timeoutMs: 50 });
    const error = await failureOf(hasty.authorize(stage().exchange(), await stage().callerAs(), need, never));
    expect(error).toMatchObject({ isRetryable: true });
    expect(error.message).toMatch(/within 50 ms/);
  });

  it.each([
    [
      'of another issuer',
      () => ({ issuer: 'https://other.example', token_endpoint: stage().issuer.tokenEndpoint }),
      /another issuer/,
    ],
    ['without a token endpoint', () => ({ issuer: stage().issuer.url }), /set token_endpoint/],
    [
      'with one that is no web address',
      () => ({ issuer: stage().issuer.url, token_endpoint: 'file:///etc/passwd' }),
      /set token_endpoint/,
    ],
    [
      'with one that carries a password',
      () => ({ issuer: stage().issuer.url, token_endpoint: 'http://a:b@127.0.0.1/' }),
      /set token_endpoint/,
    ],
  ])('has a document %s: nothing is sent [U3]', async (_, document, reason) => {
    stage().issuer.answers.set('/.well-known/openid-configuration', () => ({ body: document() }));
    expect((await attempt()).message).toMatch(reason);
    expect(stage().issuer.questions).toHaveLength(0);
  });
});

describe('a call that is cancelled', () => {
  it('leaves at once and counts for nothing [U3]', async () => {
    const arrived = Promise.withResolvers<void>();
    stage().issuer.answerToken = () => {
      arrived.resolve();
      return new Promise(() => undefined);
    };
    const controller = new AbortController();
    const told = failureOf(stage().authorize(stage().exchange(), await stage().callerAs(), {}, controller.signal));
    await arrived.promise;
    controller.abort();
    expect(await told).toMatchObject({ code: 'cancelled' });
    expect(stage().reports).toEqual([]);
    stage().issuer.answerToken = stage().mint;
    await stage().authorize(stage().exchange(), await stage().callerAs());
  });
});
