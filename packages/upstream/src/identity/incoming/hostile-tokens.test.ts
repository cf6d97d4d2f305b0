import { generateKeyPairSync } from 'node:crypto';
import { CountersignError } from '@countersign/contract';
import { fakeClock } from '@countersign/testing';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestIssuer } from '../../../test/test-issuer.ts';
import { IssuerRegistry } from './issuer-registry.ts';
import type { VerifiedToken } from './verified-token.ts';

const clock = fakeClock();
const now = clock.now() / 1000;
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await TestIssuer.start();
});
afterAll(() => issuer.down());
afterEach(() => issuer.answers.clear());

const registryOf = (): IssuerRegistry =>
  new IssuerRegistry([{ issuer: issuer.url, audience: 'countersign', project: 'p' }], { now: () => clock.now() });
const good = { aud: 'countersign', sub: 'u', azp: 'app', exp: now + 300 };

/** Null where it was refused as it should be; anything else that is thrown fails the test. */
async function outcomeOf(registry: IssuerRegistry, token: string): Promise<VerifiedToken | null> {
  try {
    return await registry.verify(token);
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'unauthenticated') return null;
    throw error;
  }
}

describe('whatever stands in a token', () => {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('', ' ', 'u', 'countersign', 'Bearer', 'ID', -1, 0, now, 1e308, 8.64e12, 1e13),
  );
  const names = [
    'aud',
    'sub',
    'exp',
    'iat',
    'nbf',
    'azp',
    'act',
    'typ',
    'cnf',
    'sid',
    'jti',
    'name',
    'client_id',
    'events',
  ];
  const nested = fc.record({ sub: anything, act: fc.record({ sub: anything }) });
  const changes = fc.array(fc.tuple(fc.constantFrom(...names), fc.oneof(anything, nested)), { maxLength: 3 });
  const claims = changes.map((list): Record<string, unknown> => ({ ...good, ...Object.fromEntries(list) }));

  it('it is refused with a reason, or says who acts for whom until when [U3]', async () => {
    const registry = registryOf();
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(claims, async (given) => {
        const verified = await outcomeOf(registry, await issuer.sign(given));
        if (!verified) return;
        taken += 1;
        expect([given.aud].flat()).toContain('countersign');
        expect(verified.subject).toBe(given.sub);
        expect(verified.subject.trim()).not.toBe('');
        expect(verified.actor.trim()).not.toBe('');
        expect(verified.name.trim()).not.toBe('');
        expect(verified.sessionKey).toMatch(/^(sid|jti|token):./);
        expect(verified.expiresAt).toBeGreaterThan(clock.now() - 30_000);
        expect(() => new Date(verified.expiresAt).toISOString()).not.toThrow();
      }),
      { numRuns: 500 },
    );
    expect(taken).toBeGreaterThan(0);
  });

  it('a token of which any character was changed says nothing else than before [U3]', async () => {
    const registry = registryOf();
    const token = await issuer.sign(good);
    const letters = 'ABCxyz019-_.=';
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(...letters), async (at, letter) => {
        const changed = token.slice(0, at) + letter + token.slice(at + 1);
        const verified = await outcomeOf(registry, changed);
        // The last character of a part has bits that say nothing.
        if (verified) expect(verified).toMatchObject({ subject: 'u', actor: 'app', expiresAt: (now + 300) * 1000 });
      }),
      { numRuns: 500 },
    );
  });
});

describe('keys that are not fit', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const unfit: [string, Record<string, unknown>][] = [
    ['too short', { ...rsa.publicKey.export({ format: 'jwk' }), alg: 'RS256' }],
    ['broken', { kty: 'RSA', n: 'AQAB', e: '!', alg: 'RS256' }],
    ['not on their curve', { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA', alg: 'ES256' }],
    ['of no kind at all', { kty: 'XYZ', alg: 'RS256' }],
    ['for encryption', { ...rsa.publicKey.export({ format: 'jwk' }), use: 'enc', alg: 'RS256' }],
    ['without anything', { kty: 'RSA' }],
  ];
  it.each(unfit)('let nobody in: %s [U3]', async (_, key) => {
    issuer.answers.set('/keys', () => ({ body: { keys: [null, 7, 'key', { ...key, kid: 'bad' }] } }));
    const registry = registryOf();
    for (const alg of ['RS256', 'ES256', 'PS256']) {
      const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
      const token = `${part({ alg, kid: 'bad' })}.${part({ ...good, iss: issuer.url })}.${'A'.repeat(86)}`;
      expect(await outcomeOf(registry, token)).toBeNull();
    }
  });
});
