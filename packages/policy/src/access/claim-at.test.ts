import fc from 'fast-check';
import { expect, it } from 'vitest';
import { claimAt } from './claim-at.ts';

it.each([
  [{ sub: 'ada' }, 'sub', 'ada'],
  [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  [{ 'https://example.org/roles': 'x' }, 'https://example.org/roles', 'x'],
  [{ resource_access: { 'my.app': { roles: 'r' } } }, 'resource_access.my.app.roles', 'r'],
  [{ 'a.b': 1, a: { b: 2 } }, 'a.b', 1],
  [{ a: { b: null } }, 'a.b', null],
  [{ a: ['x'] }, 'a.0', undefined],
  [{ a: 'text' }, 'a.length', undefined],
  [{}, 'constructor', undefined],
  [{ a: {} }, 'a.__proto__', undefined],
  [{ a: {} }, 'a.toString', undefined],
  [JSON.parse('{"__proto__": {"role": "admin"}}'), 'role', undefined],
  [JSON.parse('{"__proto__": {"role": "admin"}}'), '__proto__.role', 'admin'],
  [{ a: 1 }, 'b', undefined],
  [{ a: 1 }, 'a.b', undefined],
])('of %j the claim %s is %j [U10]', (claims, path, expected) => {
  expect(claimAt(claims, path)).toEqual(expected);
});

it('finds whatever is there by its own name, dots or not [U10]', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.jsonValue(), (name, value) => {
      const claims = Object.fromEntries([[name, value]]) as Parameters<typeof claimAt>[0];
      expect(claimAt(claims, name)).toBe(claims[name]);
    }),
  );
});
