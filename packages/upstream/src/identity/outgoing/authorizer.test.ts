import type { SourceAuth } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { failureOf, seenBy, useExchangeStage } from '../../../test/exchange-stage.ts';
import { accessTokenType } from '../../../test/test-issuer.ts';
import type { Caller } from '../../caller.ts';
import { identityLimits } from '../identity-limits.ts';

const stage = useExchangeStage();

describe('modes without a provider', () => {
  const own: Caller = {
    issuer: 'countersign',
    subject: 'u',
    actor: 'a',
    sessionKey: 's',
    token: null,
    tokenExpiresAt: null,
  };
  const authorize = (auth: SourceAuth, caller = own) => stage().authorize(auth, caller);

  it('send nothing where there is nothing to send', async () => {
    expect(await authorize({ mode: 'none' })).toEqual({ headers: {}, query: {}, upstreamToken: null, secrets: [] });
  });

  it('send a key where the service wants it', async () => {
    stage().secrets.set('key', 'k-123');
    const auth = { mode: 'api_key', secret: 'key' } as const;
    expect(await authorize({ ...auth, in: 'header', name: 'X-Key', prefix: 'Token ' })).toMatchObject({
      headers: { 'X-Key': 'Token k-123' },
      query: {},
      secrets: ['k-123'],
    });
    expect(await authorize({ ...auth, in: 'query', name: 'key' })).toMatchObject({
      query: { key: 'k-123' },
      headers: {},
    });
  });

  it('send name and password, and have both spellings masked', async () => {
    stage().secrets.set('password', 'pässword');
    const encoded = Buffer.from('cook:pässword').toString('base64');
    expect(await authorize({ mode: 'http_basic', username: 'cook', secret: 'password' })).toMatchObject({
      headers: { Authorization: `Basic ${encoded}` },
      secrets: ['pässword', encoded],
    });
    await expect(authorize({ mode: 'http_basic', username: 'a:b', secret: 'password' })).rejects.toThrow(
      /cannot contain/,
    );
  });

  it('say which secret is missing, and how to store it', async () => {
    const error = await failureOf(authorize({ mode: 'http_basic', username: 'cook', secret: 'nowhere' }));
    expect(error.message).toContain('countersign secrets set nowhere');
    expect(
      (await failureOf(stage().authorize(stage().exchange({ secret: 'gone' }), await stage().callerAs()))).message,
    ).toContain('countersign secrets set gone');
  });

  it.each(['k\n', 'k\r\nX-Admin: 1', ' k', 'k\u0000', 'ключ-канарейка'])(
    'do not send a key that is none: %j',
    async (value) => {
      stage().secrets.set('key', value);
      const error = await failureOf(authorize({ mode: 'api_key', in: 'header', name: 'X-Key', secret: 'key' }));
      expect(error.message).toContain('"key"');
      expect(error.message).not.toContain('канарейка');
    },
  );

  it("pass the agent's token through only where it is one of an issuer and still good [U3]", async () => {
    const caller = await stage().callerAs();
    const passed = await authorize({ mode: 'pass_through' }, caller);
    expect(passed).toMatchObject({ headers: { Authorization: `Bearer ${caller.token}` }, secrets: [caller.token] });
    await expect(authorize({ mode: 'pass_through' })).rejects.toThrow(/one of Countersign is not sent on/);
    await expect(
      authorize({ mode: 'pass_through' }, { ...own, token: 'cs_agent_1', tokenExpiresAt: stage().clock.now() + 1 }),
    ).rejects.toThrow(/one of Countersign is not sent on/);
    await expect(
      authorize({ mode: 'pass_through' }, { ...caller, tokenExpiresAt: stage().clock.now() }),
    ).rejects.toThrow(/expired/);
    expect(stage().authorizer.invalidate(passed)).toBe(false);
  });
});

describe('an exchange', () => {
  it('asks for just what the tool needs, as RFC 8693 says [U3]', async () => {
    const caller = await stage().callerAs();
    const credentials = await stage().authorize(stage().exchange(), caller, {
      audience: 'bank',
      scopes: ['w', 'r', 'w'],
    });
    expect(stage().issuer.questions).toEqual([
      {
        authorization: `Basic ${Buffer.from('exchanger:client-secret').toString('base64')}`,
        parameters: {
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: caller.token,
          subject_token_type: accessTokenType,
          requested_token_type: accessTokenType,
          audience: 'bank',
          scope: 'r w',
        },
      },
    ]);
    expect(credentials).toMatchObject({
      headers: { Authorization: `Bearer ${credentials.upstreamToken}` },
      secrets: [credentials.upstreamToken],
    });
    expect(credentials.upstreamToken).not.toBe(caller.token);
    expect(stage().reports).toMatchObject([{ grant: 'token_exchange', audience: 'bank', outcome: 'granted' }]);
  });

  it('takes audience and scopes of the source where the tool names none [U3]', async () => {
    await stage().authorize(stage().exchange({ scopes: ['menu'] }), await stage().callerAs(), { scopes: [] });
    expect(stage().issuer.questions[0]!.parameters).toMatchObject({ audience: 'pizzeria', scope: 'menu' });
  });

  it('can show its client in the body, and name a resource [U3]', async () => {
    const auth = stage().exchange({
      client_auth: 'client_secret_post',
      audience_parameter: 'resource',
      audience: 'https://pizzeria.example/',
    });
    await stage().authorize(auth, await stage().callerAs());
    const { authorization, parameters } = stage().issuer.questions[0]!;
    expect(authorization).toBeUndefined();
    expect(parameters).toMatchObject({
      client_id: 'exchanger',
      client_secret: 'client-secret',
      resource: 'https://pizzeria.example/',
    });
    expect(parameters).not.toHaveProperty('audience');
  });

  it("sends the client's own token as actor only where the settings say so [U3]", async () => {
    const credentials = await stage().authorize(stage().exchange({ actor_token: true }), await stage().callerAs());
    expect(stage().issuer.questions.map(({ parameters }) => parameters.grant_type)).toEqual([
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:token-exchange',
    ]);
    expect(stage().issuer.questions[1]!.parameters.actor_token_type).toBe(accessTokenType);
    expect(seenBy(credentials).act).toEqual({ sub: 'client' });
  });

  it("does not happen without an audience, and then the agent's token is not sent either [U3]", async () => {
    const error = await failureOf(
      stage().authorize(stage().exchange({ audience: undefined }), await stage().callerAs()),
    );
    expect(error.message).toMatch(/No audience is named/);
    expect(error.isRetryable).toBe(false);
    expect(stage().issuer.asked.size).toBe(0);
  });

  const unfit: [string, Partial<Caller>, RegExp][] = [
    ['without a token of an issuer', { token: null }, /come with a token of an issuer/],
    ['with one of our own', { issuer: 'countersign' }, /come with a token of an issuer/],
    ['for nobody', { subject: '' }, /for whom/],
    ['for blanks', { subject: '  ' }, /for whom/],
    ['of no session', { sessionKey: '' }, /for whom/],
    ['with a token of another issuer', { issuer: 'https://elsewhere.example' }, /does not exchange/],
    ['with a token of an issuer that begins alike', { issuer: 'http://127.0.0.1' }, /does not exchange/],
  ];
  it.each(unfit)('is not made for an agent %s [U3]', async (_, more, reason) => {
    const error = await failureOf(stage().authorize(stage().exchange(), { ...(await stage().callerAs()), ...more }));
    expect(error.message).toMatch(reason);
    expect(stage().issuer.asked.size).toBe(0);
  });

  it('is not made where only an address is named that is not of the issuer of the token [U3]', async () => {
    const only = stage().exchange({ issuer: undefined, token_endpoint: stage().issuer.tokenEndpoint });
    await stage().authorize(only, await stage().callerAs());
    const error = await failureOf(
      stage().authorize(only, await stage().callerAs({ issuer: 'https://elsewhere.example' })),
    );
    expect(error.message).toMatch(/does not exchange/);
    expect(stage().issuer.questions).toHaveLength(1);
  });
});

describe('a token that was exchanged', () => {
  it('is used again until shortly before it ends [U3]', async () => {
    const caller = await stage().callerAs({ tokenExpiresAt: stage().clock.now() + 3_600_000 });
    const first = await stage().authorize(stage().exchange(), caller);
    stage().clock.advance(300_000 - identityLimits.tokenLeewayMs - 1);
    const second = await stage().authorize(stage().exchange(), caller);
    expect(second.upstreamToken).toBe(first.upstreamToken);
    stage().clock.advance(1);
    await stage().authorize(stage().exchange(), caller);
    expect(stage().issuer.questions).toHaveLength(2);
  });

  it("is not used once the agent's own has expired, though it would still be good [U3]", async () => {
    const caller = await stage().callerAs({ tokenExpiresAt: stage().clock.now() + 60_000 });
    await stage().authorize(stage().exchange(), caller);
    stage().clock.advance(60_000);
    expect((await failureOf(stage().authorize(stage().exchange(), caller))).message).toMatch(/expired/);
  });

  it('is asked for anew after the service refused one that was kept [U3]', async () => {
    const caller = await stage().callerAs();
    const first = await stage().authorize(stage().exchange(), caller);
    const [kept, other] = [
      await stage().authorize(stage().exchange(), caller),
      await stage().authorize(stage().exchange(), caller),
    ];
    expect(kept.upstreamToken).toBe(first.upstreamToken);
    expect(stage().authorizer.invalidate(kept)).toBe(true);
    const second = await stage().authorize(stage().exchange(), caller);
    expect(second.upstreamToken).not.toBe(first.upstreamToken);
    // Those who had the same one find the newer.
    expect(stage().authorizer.invalidate(other)).toBe(true);
    expect((await stage().authorize(stage().exchange(), caller)).upstreamToken).toBe(second.upstreamToken);
    expect(stage().issuer.questions).toHaveLength(2);
  });

  it('is not asked for twice where the service refuses one that was just made, and that one is not used again [U3]', async () => {
    const caller = await stage().callerAs();
    const fresh = await stage().authorize(stage().exchange(), caller);
    expect(stage().authorizer.invalidate(fresh)).toBe(false);
    expect((await stage().authorize(stage().exchange(), caller)).upstreamToken).not.toBe(fresh.upstreamToken);
  });

  it('is gone with its session, and with its subject [U3]', async () => {
    const caller = await stage().callerAs();
    await stage().authorize(stage().exchange(), caller);
    stage().authorizer.forgetSession(stage().issuer.url, 'sid:other');
    await stage().authorize(stage().exchange(), caller);
    expect(stage().issuer.questions).toHaveLength(1);
    stage().authorizer.forgetSession(stage().issuer.url, caller.sessionKey);
    await stage().authorize(stage().exchange(), caller);
    expect(stage().issuer.questions).toHaveLength(2);
    stage().authorizer.forgetSubject(stage().issuer.url, caller.subject);
    await stage().authorize(stage().exchange(), caller);
    expect(stage().issuer.questions).toHaveLength(3);
  });

  it('is not the one of a secret that was changed since [U3]', async () => {
    const caller = await stage().callerAs();
    await stage().authorize(stage().exchange(), caller);
    stage().secrets.set('idp', 'another');
    await stage().authorize(stage().exchange(), caller);
    expect(stage().issuer.questions).toHaveLength(2);
  });

  it('is not shared by two tokens of one session, of which one may do less [U3]', async () => {
    const [wide, narrow] = [
      await stage().callerAs({}, { scope: 'admin' }),
      await stage().callerAs({}, { scope: 'read' }),
    ];
    const first = await stage().authorize(stage().exchange(), wide);
    const second = await stage().authorize(stage().exchange(), narrow);
    expect(seenBy(first).from).toBe(wide.token!.split('.')[2]);
    expect(seenBy(second).from).toBe(narrow.token!.split('.')[2]);
  });

  it('is asked for once by all who need the same at the same time [U3]', async () => {
    const caller = await stage().callerAs();
    const all = await Promise.all(Array.from({ length: 50 }, () => stage().authorize(stage().exchange(), caller)));
    expect(new Set(all.map(({ upstreamToken }) => upstreamToken)).size).toBe(1);
    expect(stage().issuer.questions).toHaveLength(1);
  });
});

describe("the client's own token", () => {
  const auth = (more: object = {}): SourceAuth => ({
    mode: 'client_credentials',
    issuer: stage().issuer.url,
    client_id: 'shop',
    secret: 'idp',
    audience: 'pizzeria',
    scopes: ['menu'],
    ...more,
  });

  it('is asked for in the name of the client and shared by its callers [U3]', async () => {
    const first = await stage().authorize(auth(), await stage().callerAs());
    const second = await stage().authorize(auth(), await stage().callerAs({ subject: 'u-2' }), { toolVersion: 'v2' });
    expect(first.upstreamToken).toBe(second.upstreamToken);
    expect(stage().issuer.questions).toHaveLength(1);
    expect(stage().issuer.questions[0]!.parameters).toEqual({
      grant_type: 'client_credentials',
      audience: 'pizzeria',
      scope: 'menu',
    });
  });

  it('is refused where it is for another audience [U3]', async () => {
    stage().issuer.answerToken = async () => ({
      body: { access_token: await stage().issuer.sign({ aud: 'account' }), token_type: 'Bearer', expires_in: 60 },
    });
    expect((await failureOf(stage().authorize(auth(), await stage().callerAs()))).message).toMatch(/another audience/);
  });
});
