import { readFileSync } from 'node:fs';
import type { Caller, Credentials, Need } from '@countersign/upstream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExchangeStage, useExchangeStage } from './exchange-stage.ts';
import { TestProvider } from './test-provider.ts';

type Case = { readonly id: string; readonly category: string; readonly why: string; readonly vary?: readonly string[] };
const cases = readFileSync(new URL('../../packages/upstream/corpus/proxy.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line): Case => JSON.parse(line));
const ofCategory = (category: string): Case[] => cases.filter((one) => one.category === category);

const stage = useExchangeStage();
let second: TestProvider;
beforeAll(async () => {
  second = await TestProvider.start();
});
afterAll(() => second.down());

/** By words of the case: what is done, after which nothing may be sent. */
const scenarios: [RegExp, () => Promise<void>][] = [
  [
    /expired inbound token/,
    async () => {
      const caller = await stage().callerOf('alice');
      await stage().authorize(caller);
      const gone = { ...caller, tokenExpiresAt: stage().now() };
      expect((await stage().failureOf(gone)).message).toMatch(/expired/);
    },
  ],
  [
    /aud is not the asked one/,
    async () => {
      const caller = await stage().callerOf('alice');
      const { upstreamToken } = await stage().authorize(caller, { audience: 'bank' });
      await refusesAnswer(caller, { access_token: upstreamToken });
    },
  ],
  [
    /issued_token_type/,
    async () => {
      const caller = await stage().callerOf('alice');
      for (const type of ['id_token', 'refresh_token', 'jwt', 'saml2']) {
        await refusesAnswer(caller, { issued_token_type: `urn:ietf:params:oauth:token-type:${type}` });
      }
      await refusesAnswer(caller, { issued_token_type: undefined });
    },
  ],
  [
    /endpoint redirects/,
    async () => {
      const caller = await stage().callerOf('alice');
      stage().provider.intercept = (request, response) => {
        if (request.method !== 'POST') return false;
        response.writeHead(307, { location: `${second.issuer}/token` }).end();
        return true;
      };
      expect((await stage().failureOf(caller)).message).toMatch(/redirect/);
      expect(second.exchanges).toHaveLength(0);
    },
  ],
  [
    /empty subject/,
    async () => {
      const caller = await stage().callerOf('alice');
      await stage().authorize(caller);
      expect((await stage().failureOf({ ...caller, subject: '' })).message).toMatch(/for whom/);
    },
  ],
  [
    /no audience|without an audience/,
    async () => {
      const caller = await stage().callerOf('alice');
      const error = await stage().failureOf(caller, { audience: undefined });
      expect(error.message).toMatch(/No audience is named/);
      expect(stage().provider.exchanges).toHaveLength(0);
    },
  ],
];

async function refusesAnswer(caller: Caller, lie: object): Promise<void> {
  stage().provider.meddle = (answer) => ({ ...answer, ...lie });
  const error = await stage().failureOf(caller, { toolVersion: JSON.stringify(lie) });
  expect(error).toMatchObject({ code: 'token_exchange_failed', isRetryable: false });
}

describe('what the corpus says of tokens', () => {
  it.each(ofCategory('token'))('$id: $why [U3]', async ({ why }) => {
    const scenario = scenarios.find(([words]) => words.test(why));
    expect(scenario, `no scenario for: ${why}`).toBeDefined();
    await scenario![1]();
  });

  it.each(scenarios.map(([words, run]) => ({ words: words.source, run })))(
    'whatever it holds: $words [U3]',
    ({ run }) => run(),
  );
});

type Side = { readonly caller: Caller; readonly need?: Partial<Need>; readonly on?: ExchangeStage };

/** Two calls that differ in one thing only. */
const variations: Readonly<Record<string, () => Promise<readonly [Side, Side]>>> = {
  subject: async () => [{ caller: await stage().callerOf('alice') }, { caller: await stage().callerOf('bob') }],
  audience: async () => {
    const caller = await stage().callerOf('alice');
    return [{ caller }, { caller, need: { audience: 'bank' } }];
  },
  scope: async () => {
    const caller = await stage().callerOf('alice');
    return [
      { caller, need: { scopes: ['menu'] } },
      { caller, need: { scopes: ['menu', 'orders'] } },
    ];
  },
  actor: async () => [
    { caller: await stage().callerOf('alice') },
    { caller: await stage().callerOf('alice', { client: 'second-agent' }) },
  ],
  session: async () => [
    { caller: await stage().callerOf('alice', { session: 'before the logout' }) },
    { caller: await stage().callerOf('alice', { session: 'after it' }) },
  ],
  'tool version': async () => {
    const caller = await stage().callerOf('alice');
    return [{ caller }, { caller, need: { toolVersion: 'v2' } }];
  },
  issuer: async () => {
    const other = new ExchangeStage(second);
    return [{ caller: await stage().callerOf('alice') }, { caller: await other.callerOf('alice'), on: other }];
  },
};
const variationOf = (name: string) =>
  variations[name] ??
  variations[name.replaceAll('_', ' ')] ??
  variations[{ user: 'subject', agent: 'actor' }[name] ?? ''];

/** At once and one after the other, in both orders: each side sees what was made for it. */
async function staysApart(name: string): Promise<void> {
  const make = variationOf(name);
  if (!make) throw new Error(`nothing here varies ${name}`);
  for (const order of ['together', 'one after the other', 'the other way round']) {
    stage().advance(1);
    const [left, right] = await make();
    const sides = order === 'the other way round' ? [right, left] : [left, right];
    const got: Credentials[] = [];
    if (order === 'together') got.push(...(await Promise.all(sides.map(use))));
    else for (const side of sides) got.push(await use(side));
    expect(got[0]!.upstreamToken).not.toBe(got[1]!.upstreamToken);
    // Again, now that both are kept.
    const again = await Promise.all(sides.map(use));
    expect(again.map(({ upstreamToken }) => upstreamToken)).toEqual(got.map(({ upstreamToken }) => upstreamToken));
  }
}

async function use({ caller, need = {}, on = stage() }: Side): Promise<Credentials> {
  // The other issuer's agents are served by the same authorizer: it alone must tell them apart.
  const credentials = await stage().authorize(caller, need, { issuer: on.provider.issuer });
  const payload = await on.provider.verify(credentials.upstreamToken!, need.audience ?? 'pizzeria');
  expect(payload).toMatchObject({
    iss: caller.issuer,
    sub: caller.subject,
    sid: caller.sessionKey.replace('sid:', ''),
    act: { act: { sub: caller.actor } },
  });
  expect(payload.scope ?? '').toBe([...(need.scopes ?? [])].join(' '));
  return credentials;
}

describe('what the corpus says of tokens that are kept', () => {
  it.each(ofCategory('token_cache'))('$id: $why [U3]', async ({ vary = [] }) => {
    expect(vary.length).toBeGreaterThan(0);
    for (const name of vary) await staysApart(name);
  });

  it.each(Object.keys(variations))('whatever it holds: two that differ in the %s [U3]', staysApart);
});
