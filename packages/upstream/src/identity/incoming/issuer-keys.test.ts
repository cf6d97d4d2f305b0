import { fakeClock } from '@countersign/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestIssuer } from '../../../test/test-issuer.ts';
import { identityLimits } from '../identity-limits.ts';
import { IssuerRegistry } from './issuer-registry.ts';

const clock = fakeClock();
let issuer: TestIssuer;
let registry: IssuerRegistry;

beforeEach(async () => {
  issuer = await TestIssuer.start();
  registry = new IssuerRegistry([{ issuer: issuer.url, audience: 'countersign', project: 'p' }], {
    now: () => clock.now(),
    timeoutMs: 5_000,
  });
});
afterEach(() => issuer.down());

type SignOptions = Parameters<TestIssuer['sign']>[1];
const tokenOf = (options?: SignOptions): Promise<string> =>
  issuer.sign({ aud: 'countersign', sub: 'u', exp: clock.now() / 1000 + 7200 }, options);
const fetches = (): number => issuer.countOf('/keys');

describe('the keys of an issuer', () => {
  it('are fetched once, whoever asks at the same time, and kept [U3]', async () => {
    const token = await tokenOf();
    await Promise.all(Array.from({ length: 20 }, () => registry.verify(token)));
    await registry.verify(token);
    expect(fetches()).toBe(1);
    expect(issuer.countOf('/.well-known/openid-configuration')).toBe(1);
  });

  it('are fetched again where a token names a new one, so that rotation needs nobody [U3]', async () => {
    await registry.verify(await tokenOf());
    await issuer.addKey();
    clock.advance(identityLimits.keysCooldownMs);
    const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenOf()));
    await Promise.all(tokens.map((token) => registry.verify(token)));
    expect(fetches()).toBe(2);
  });

  it('are not fetched for every name that somebody makes up [U3]', async () => {
    await registry.verify(await tokenOf());
    for (let turn = 0; turn < 50; turn += 1) {
      const token = await tokenOf({ header: { kid: `made-up-${turn}` } });
      await expect(registry.verify(token)).rejects.toThrow(/no such key/);
    }
    expect(fetches()).toBe(1);
    clock.advance(identityLimits.keysCooldownMs);
    await expect(registry.verify(await tokenOf({ header: { kid: 'made-up' } }))).rejects.toThrow(/no such key/);
    expect(fetches()).toBe(2);
  });

  it('that the issuer took back are no longer good when the time of the old ones is over [U3]', async () => {
    const old = await tokenOf();
    await registry.verify(old);
    issuer.keys.shift();
    await issuer.addKey();
    clock.advance(identityLimits.keysFreshMs);
    await expect(registry.verify(old)).rejects.toThrow(/no such key/);
  });

  it('serve on for a while where the issuer does not answer, then nobody is let in [U3]', async () => {
    const token = await tokenOf();
    await registry.verify(token);
    await issuer.down();
    clock.advance(identityLimits.keysFreshMs);
    expect(await registry.verify(token)).not.toBeNull();
    clock.advance(identityLimits.keysStaleMsMax - identityLimits.keysFreshMs);
    await expect(registry.verify(token)).rejects.toMatchObject({ code: 'unavailable' });
    await issuer.up();
    clock.advance(identityLimits.keysRetryMs);
    expect(await registry.verify(token)).not.toBeNull();
  });

  it('that are new cannot be known while the issuer does not answer, which is no fault of the token [U3]', async () => {
    await registry.verify(await tokenOf());
    await issuer.addKey();
    const token = await tokenOf();
    await issuer.down();
    clock.advance(identityLimits.keysCooldownMs);
    await expect(registry.verify(token)).rejects.toMatchObject({ code: 'unavailable' });
    await issuer.up();
    clock.advance(identityLimits.keysCooldownMs);
    expect(await registry.verify(token)).not.toBeNull();
  });

  it('let nobody in where they could never be fetched, and do once they can [U3]', async () => {
    const token = await tokenOf();
    await issuer.down();
    await expect(registry.verify(token)).rejects.toMatchObject({ code: 'unavailable' });
    await issuer.up();
    // Within the pause nobody is asked.
    await expect(registry.verify(token)).rejects.toMatchObject({ code: 'unavailable' });
    expect(fetches()).toBe(0);
    clock.advance(identityLimits.keysRetryMs);
    expect(await registry.verify(token)).not.toBeNull();
  });

  it.each([
    ['that is no JSON', { body: '<html>' }],
    ['that is no set', { body: { keys: 'none' } }],
    ['that is too large', { body: 'x'.repeat(identityLimits.providerBytesMax + 1) }],
    ['that leads elsewhere', { status: 302, body: '', headers: { location: 'https://example.org/keys' } }],
    ['with an error', { status: 500, body: {} }],
  ])('let nobody in where the issuer has an answer %s [U3]', async (_, answer) => {
    issuer.answers.set('/keys', () => answer);
    await expect(registry.verify(await tokenOf())).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('are not taken from the document of another issuer [U3]', async () => {
    const document = { issuer: 'https://example.org', jwks_uri: `${issuer.url}/keys` };
    issuer.answers.set('/.well-known/openid-configuration', () => ({ body: document }));
    await expect(registry.verify(await tokenOf())).rejects.toThrow(/another issuer/);
    expect(fetches()).toBe(0);
  });

  it('need a name in the token where there are several of a kind [U3]', async () => {
    await issuer.addKey();
    const token = await tokenOf({ header: { kid: undefined } });
    await expect(registry.verify(token)).rejects.toThrow(/does not say which key/);
  });

  it('need no look-up where the settings say where they are [U3]', async () => {
    const jwks_uri = `${issuer.url}/keys`;
    const settings = { issuer: issuer.url, audience: 'countersign', project: 'p', jwks_uri };
    const direct = new IssuerRegistry([settings], { now: () => clock.now() });
    expect(await direct.verify(await tokenOf())).not.toBeNull();
    expect(issuer.countOf('/.well-known/openid-configuration')).toBe(0);
  });
});
