import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TokenKeyParts, tokenKeyOf } from './token-key.ts';

const text = fc.oneof(fc.constantFrom('', 'a', 'b', 'a b', '","', '["a"]', 'null', 'a|b'), fc.string({ maxLength: 6 }));
const maybe = fc.option(text);
const parts: fc.Arbitrary<TokenKeyParts> = fc.record({
  grant: fc.constantFrom('token_exchange' as const, 'client_credentials' as const),
  provider: text,
  clientId: text,
  clientSecret: text,
  audience: maybe,
  scopes: fc.array(text, { maxLength: 3 }),
  manner: text,
  sourceId: text,
  toolVersion: text,
  issuer: maybe,
  subject: maybe,
  actor: maybe,
  sessionKey: maybe,
  subjectToken: maybe,
});
const names = ['provider', 'clientId', 'clientSecret', 'audience', 'manner', 'sourceId', 'toolVersion'] as const;
const callerNames = ['issuer', 'subject', 'actor', 'sessionKey', 'subjectToken'] as const;

it('differs where any one part does [U3]', () => {
  fc.assert(
    fc.property(parts, fc.constantFrom(...names, ...callerNames), text, (one, name, value) => {
      expect(tokenKeyOf({ ...one, [name]: value }) === tokenKeyOf(one)).toBe(one[name] === value);
    }),
  );
});

it('differs where text moves from one part to the next [U3]', () => {
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const sorted = (given: TokenKeyParts) => ({ ...given, scopes: [...new Set(given.scopes)].sort() });
      const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
      expect(tokenKeyOf(one) === tokenKeyOf(other)).toBe(isSame);
    }),
  );
});

it('takes scopes for the set they are, and not for the text they make [U3]', () => {
  fc.assert(
    fc.property(parts, fc.array(text), (one, scopes) => {
      const key = tokenKeyOf({ ...one, scopes });
      expect(tokenKeyOf({ ...one, scopes: [...scopes, ...scopes].reverse() })).toBe(key);
    }),
  );
  const one = fc.sample(parts, 1)[0]!;
  expect(tokenKeyOf({ ...one, scopes: ['a b'] })).not.toBe(tokenKeyOf({ ...one, scopes: ['a', 'b'] }));
});

it('holds no secret [U3]', () => {
  const one = fc.sample(parts, 1)[0]!;
  const key = tokenKeyOf({ ...one, clientSecret: 'canary-secret', subjectToken: 'canary-token' });
  expect(key).not.toMatch(/canary/);
});
