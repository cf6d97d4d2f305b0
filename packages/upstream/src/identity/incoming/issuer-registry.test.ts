import { createHmac, createPublicKey } from 'node:crypto';
import { CountersignError } from '@countersign/contract';
import type { IssuerSettings } from '@countersign/policy';
import { fakeClock } from '@countersign/testing';
import { exportJWK, exportSPKI } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Claims, TestIssuer } from '../../../test/test-issuer.ts';
import { identityLimits } from '../identity-limits.ts';
import { IssuerRegistry } from './issuer-registry.ts';

import { callerOf } from './verified-token.ts';

const clock = fakeClock();
const seconds = (): number => clock.now() / 1000;
let issuer: TestIssuer;
let registry: IssuerRegistry;

beforeAll(async () => {
  issuer = await TestIssuer.start();
});
afterAll(() => issuer.down());
beforeEach(() => {
  issuer.answers.clear();
  registry = registryOf();
});

const settingsOf = (more: Partial<IssuerSettings> = {}): IssuerSettings => ({
  issuer: issuer.url,
  audience: 'countersign',
  project: 'pizza',
  ...more,
});
const registryOf = (...list: Partial<IssuerSettings>[]): IssuerRegistry =>
  new IssuerRegistry((list.length > 0 ? list : [{}]).map(settingsOf), { now: () => clock.now(), timeoutMs: 5_000 });
const good = (more: Claims = {}): Claims => ({
  aud: ['countersign', 'account'],
  sub: 'u-1',
  azp: 'agent-app',
  sid: 's-1',
  iat: seconds(),
  exp: seconds() + 300,
  ...more,
});
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function refusalOf(token: string, by = registry): Promise<CountersignError> {
  const error: unknown = await by.verify(token).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CountersignError)) throw new Error(`was not refused: ${String(error)}`);
  // Whatever is said of a token, none of it is in what is said.
  for (const piece of token.split('.')) {
    if (piece.length > 8) expect(JSON.stringify([error.message, error.details, error.cause])).not.toContain(piece);
  }
  return error;
}

describe('a token of a known issuer', () => {
  it('says who acts for whom, until when, and in which session [U3]', async () => {
    const token = await issuer.sign(good({ preferred_username: 'alice', roles: ['cook'] }), {
      header: { typ: 'at+jwt' },
    });
    const verified = await registry.verify(token);
    expect(verified).toMatchObject({
      issuer: issuer.url,
      subject: 'u-1',
      actor: 'agent-app',
      name: 'alice',
      expiresAt: clock.now() + 300_000,
      sessionKey: 'sid:s-1',
      externalId: JSON.stringify([issuer.url, 'u-1', 'agent-app']),
      project: 'pizza',
      owner: null,
      claims: { roles: ['cook'] },
    });
    expect(callerOf(verified!, token)).toEqual({
      issuer: issuer.url,
      subject: 'u-1',
      actor: 'agent-app',
      sessionKey: 'sid:s-1',
      token,
      tokenExpiresAt: clock.now() + 300_000,
    });
  });

  it.each(['RS256', 'PS256', 'ES384', 'EdDSA'])('is verified with %s [U3]', async (alg) => {
    const key = await issuer.addKey(alg);
    expect(await registryOf().verify(await issuer.sign(good(), { key }))).toMatchObject({ subject: 'u-1' });
  });

  it('is for the project of the audience that it names [U3]', async () => {
    const two = registryOf({ audience: 'one', project: 'first' }, { audience: 'two', project: 'second' });
    expect(await two.verify(await issuer.sign(good({ aud: 'two' })))).toMatchObject({ project: 'second' });
    expect(await two.verify(await issuer.sign(good({ aud: 'one' })))).toMatchObject({ project: 'first' });
    expect((await refusalOf(await issuer.sign(good({ aud: 'three' })), two)).code).toBe('unauthenticated');
  });

  it('counts as good within the leeway, and not beyond it [U3]', async () => {
    const strict = registryOf({ clock_leeway_seconds: 10 });
    expect(await strict.verify(await issuer.sign(good({ exp: seconds() - 9 })))).not.toBeNull();
    expect((await refusalOf(await issuer.sign(good({ exp: seconds() - 10 })), strict)).message).toMatch(/expired/);
    expect(await strict.verify(await issuer.sign(good({ nbf: seconds() + 9 })))).not.toBeNull();
    expect((await refusalOf(await issuer.sign(good({ nbf: seconds() + 11 })), strict)).message).toMatch(
      /not valid yet/,
    );
    expect(await strict.verify(await issuer.sign(good({ iat: seconds() + 9 })))).not.toBeNull();
    expect((await refusalOf(await issuer.sign(good({ iat: seconds() + 11 })), strict)).message).toMatch(/future/);
  });
});

describe('a token that is refused', () => {
  const refusals: [string, Claims, RegExp][] = [
    ['for another audience', { aud: 'elsewhere' }, /another audience/],
    ['for an audience that only begins alike', { aud: ['countersign-2', 'count'] }, /another audience/],
    ['without an audience', { aud: undefined }, /another audience/],
    ['with an audience that is no text', { aud: { countersign: true } }, /another audience/],
    ['without an end', { exp: undefined }, /no time at which it ends/],
    ['with an end that is no time', { exp: 'tomorrow' }, /no time at which it ends/],
    ['that has ended', { exp: 1 }, /expired/],
    ['with an empty subject', { sub: '' }, /"sub" is missing or empty/],
    ['with a blank subject', { sub: ' \t' }, /"sub" is missing or empty/],
    ['without a subject', { sub: undefined }, /"sub" is missing or empty/],
    ['with a subject that is no text', { sub: 7 }, /"sub" is missing or empty/],
    ['with a subject that looks like another', { sub: 'u-1\u200b' }, /cannot be seen/],
    ['with a line break in its subject', { sub: 'u\n1' }, /cannot be seen/],
    ['with an endless subject', { sub: 'x'.repeat(301) }, /too long/],
    ['with an empty client', { azp: '' }, /"azp" is missing or empty/],
    ['with an actor without a name', { act: {} }, /"act.sub" is missing or empty/],
    ['with an actor that is no object', { act: 'root' }, /"act" is not an object/],
    ['that is an ID token of Keycloak', { typ: 'ID' }, /no access token/],
    ['that is a refresh token of Keycloak', { typ: 'Refresh' }, /no access token/],
    ['that is an ID token by its claims', { at_hash: 'x' }, /no access token/],
    ['that is a logout notice', { events: {} }, /no access token/],
    ['that is bound to a key', { cnf: { jkt: 'x' } }, /bound to a key/],
  ];
  it.each(refusals)('one %s [U3]', async (_, claims, reason) => {
    const error = await refusalOf(await issuer.sign(good(claims)));
    expect(error.code).toBe('unauthenticated');
    expect(error.message).toMatch(reason);
  });

  it.each(['logout+jwt', 'dpop+jwt', 'secevent+jwt', 'rt+jwt'])('one with the header type %s [U3]', async (typ) => {
    expect((await refusalOf(await issuer.sign(good(), { header: { typ } }))).message).toMatch(/no access token/);
  });

  it('one that is not signed [U3]', async () => {
    for (const alg of ['none', 'None', 'NONE', '']) {
      const error = await refusalOf(`${part({ alg })}.${part({ ...good(), iss: issuer.url })}.`);
      expect(error.code).toBe('unauthenticated');
    }
  });

  it('one that is signed with the public key as a shared secret [U3]', async () => {
    const key = issuer.keys[0]!;
    const pem = await exportSPKI(key.publicKey);
    const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });
    const jwk = JSON.stringify(await exportJWK(key.publicKey));
    for (const secret of [pem, der, jwk]) {
      const signed = `${part({ alg: 'HS256', kid: key.kid })}.${part({ ...good(), iss: issuer.url })}`;
      const signature = createHmac('sha256', secret).update(signed).digest('base64url');
      expect((await refusalOf(`${signed}.${signature}`)).code).toBe('unauthenticated');
    }
  });

  it('one that is signed with a shared secret that stands among the keys [U3]', async () => {
    const secret = Buffer.alloc(32, 7);
    const oct = { kty: 'oct', k: secret.toString('base64url'), kid: 'shared', alg: 'HS256' };
    issuer.answers.set('/keys', () => ({ body: { keys: [oct] } }));
    const signed = `${part({ alg: 'HS256', kid: 'shared' })}.${part({ ...good(), iss: issuer.url })}`;
    const signature = createHmac('sha256', secret).update(signed).digest('base64url');
    expect((await refusalOf(`${signed}.${signature}`)).code).toBe('unauthenticated');
  });

  it('one that is signed with a key it brings along, or that of somebody else [U3]', async () => {
    const other = await TestIssuer.start();
    try {
      const key = { ...other.keys[0]!, kid: issuer.keys[0]!.kid };
      const header = { jwk: await exportJWK(key.publicKey), jku: `${other.url}/keys` };
      const token = await other.sign(good({ iss: issuer.url }), { key, header });
      expect((await refusalOf(token)).message).toMatch(/signature is wrong/);
      expect(other.countOf('/keys')).toBe(0);
    } finally {
      await other.down();
    }
  });

  it('one of which anything was changed after it was signed [U3]', async () => {
    const [header = '', , signature = ''] = (await issuer.sign(good())).split('.');
    const changed = `${header}.${part({ ...good({ sub: 'root' }), iss: issuer.url })}.${signature}`;
    expect((await refusalOf(changed)).message).toMatch(/signature is wrong/);
  });

  it('one with a header that must be understood and is not [U3]', async () => {
    const head = part({ alg: 'ES256', kid: issuer.keys[0]!.kid, crit: ['exotic'], exotic: 1 });
    const [, payload = '', signature = ''] = (await issuer.sign(good())).split('.');
    expect((await refusalOf(`${head}.${payload}.${signature}`)).code).toBe('unauthenticated');
  });

  it('one that is longer than any honest one, before it is read [U3]', async () => {
    const token = await issuer.sign(good({ padding: 'x'.repeat(identityLimits.tokenLengthMax) }));
    expect((await refusalOf(token)).message).toMatch(/longer than/);
  });
});

describe('a bearer that is none of an issuer', () => {
  it.each([
    ['a token of ours', 'cs_agent_0123456789'],
    ['an empty one', ''],
    ['dots', '..'],
    ['two parts', 'a.b'],
    ['five parts', 'a.b.c.d.e'],
    ['three parts of nothing', 'aaa.bbb.ccc'],
    ['a payload that is no object', `${part({ alg: 'ES256' })}.${part([])}.x`],
  ])('is left to others: %s', async (_, bearer) => {
    expect(await registry.verify(bearer)).toBeNull();
  });

  it('is left to others where its issuer is not listed, and nobody is asked about it [U3]', async () => {
    const token = await issuer.sign(good({ iss: `${issuer.url}/` }));
    const before = [...issuer.asked];
    expect(await registry.verify(token)).toBeNull();
    expect([...issuer.asked]).toEqual(before);
  });
});

describe('settings', () => {
  it('must name an audience, and no signature that others could make [U3]', () => {
    expect(() => registryOf({ audience: ' ' })).toThrow(/needs an audience/);
    for (const algorithm of ['HS256', 'none']) {
      expect(() => registryOf({ algorithms: [algorithm as never] })).toThrow(/cannot use/);
    }
    expect(() => registryOf({}, {})).toThrow(/listed twice/);
  });

  it('may narrow the signatures [U3]', async () => {
    const narrow = registryOf({ algorithms: ['RS256'] });
    const key = issuer.keys[0]!;
    expect((await refusalOf(await issuer.sign(good(), { key }), narrow)).message).toMatch(/not accepted/);
  });

  it('may name the claims that say who it is [U3]', async () => {
    const own = registryOf({ subject_claim: 'email', actor_claim: 'agent', name_claim: 'title', owner: 'o-1' });
    const token = await issuer.sign(good({ email: 'a@b.example', agent: 'bot', title: 'Bot \u202eof A' }));
    expect(await own.verify(token)).toMatchObject({
      subject: 'a@b.example',
      actor: 'bot',
      name: 'Bot of A',
      owner: 'o-1',
    });
    expect((await refusalOf(await issuer.sign(good({ agent: 'bot' })), own)).message).toMatch(/"email" is missing/);
  });
});
