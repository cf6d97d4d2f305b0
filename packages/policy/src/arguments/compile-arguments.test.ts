import type { JsonObject } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileArguments } from '../index.ts';

const resolve = compileArguments({
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1 },
    mode: { type: 'string', enum: ['write', 'append'], default: 'write' },
    args: { type: 'array', items: { type: 'string' }, default: [] },
    depth: { type: 'integer' },
  },
  required: ['path'],
  additionalProperties: false,
});

function errorsOf(given: unknown): readonly string[] {
  const resolved = resolve(given as JsonObject);
  return resolved.ok ? [] : resolved.errors;
}

describe('arguments', () => {
  it('get their defaults, so that what is shown is what runs [L7]', () => {
    expect(resolve({ path: 'a' })).toEqual({ ok: true, arguments: { path: 'a', mode: 'write', args: [] } });
    expect(resolve({ path: 'a', mode: 'append' })).toMatchObject({ arguments: { mode: 'append' } });
  });

  it('are a copy: what was given stays as it was, and defaults are not shared [L7]', () => {
    const given = Object.freeze({ path: 'a' });
    const one = resolve(given);
    if (one.ok) (one.arguments.args as string[]).push('changed');
    expect(given).toEqual({ path: 'a' });
    expect(resolve(given)).toMatchObject({ arguments: { args: [] } });
  });

  it('are refused with a key that the tool does not know, by its name [G7]', () => {
    expect(errorsOf({ path: 'a', pth: 'b' })).toEqual(['(arguments): must NOT have additional properties: pth']);
  });

  it('are refused as path: message, by where the error is [U2]', () => {
    expect(errorsOf({ path: '', args: ['x', 1], depth: 1.5 })).toEqual([
      'path: must NOT have fewer than 1 characters',
      'args.1: must be string',
      'depth: must be integer',
    ]);
    expect(errorsOf({})).toEqual(["(arguments): must have required property 'path'"]);
  });

  it('are refused with at most five errors [U2]', () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`unknown_${index}`, 1]));
    expect(errorsOf({ path: 'a', ...many })).toHaveLength(5);
  });

  it('are not turned into what the tool wants [G7]', () => {
    expect(errorsOf({ path: 1 })).toEqual(['path: must be string']);
    expect(errorsOf({ path: 'a', depth: '1' })).toEqual(['depth: must be integer']);
    expect(errorsOf({ path: 'a', args: 'x' })).toEqual(['args: must be array']);
    expect(errorsOf({ path: null })).toEqual(['path: must be string']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'are refused with %s as a key, and nothing is changed by it [G7]',
    (name) => {
      expect(errorsOf(JSON.parse(`{"path": "a", "${name}": {"polluted": true}}`))).toHaveLength(1);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );

  it('do not inherit what is required [G7]', () => {
    expect(errorsOf(Object.create({ path: 'inherited' }))).toHaveLength(1);
    expect(errorsOf(JSON.parse('{"__proto__": {"path": "a"}}'))).not.toHaveLength(0);
  });

  it('come out as they went in, where they are complete [L7]', () => {
    const complete = fc.record({
      path: fc.string({ minLength: 1 }),
      mode: fc.constantFrom('write', 'append'),
      args: fc.array(fc.string()),
    });
    fc.assert(
      fc.property(complete, (given) => {
        expect(resolve(given)).toEqual({ ok: true, arguments: given });
      }),
    );
  });

  it('are accepted or refused, whatever they are, without a fault [G7]', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        const resolved = resolve(given as JsonObject);
        expect(resolved.ok || resolved.errors.length > 0).toBe(true);
      }),
    );
  });
});

describe('the schema of a tool', () => {
  it('is refused when it is registered, not when it is used, if it has a word that means nothing [T2]', () => {
    expect(() => compileArguments({ type: 'object', propertys: {} })).toThrow(/propertys/);
  });
});

describe('a schema', () => {
  const one = (schema: object) => compileArguments({ type: 'object', additionalProperties: false, ...schema });

  it('is taken by the draft that it names [U2]', () => {
    const items = [{ type: 'string' }, { type: 'integer' }];
    const old = one({
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { pair: { type: 'array', items, minItems: 2, maxItems: 2, additionalItems: false } },
    });
    const recent = one({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { pair: { type: 'array', prefixItems: items, items: false, minItems: 2, maxItems: 2 } },
    });
    for (const check of [old, recent]) {
      expect(check({ pair: ['a', 1] })).toMatchObject({ ok: true });
      expect(check({ pair: [1, 'a'] })).toMatchObject({
        errors: ['pair.0: must be string', 'pair.1: must be integer'],
      });
    }
  });

  it('may have a pattern that others would take ages for [U2]', () => {
    const check = one({ properties: { name: { type: 'string', pattern: '^(a+)+$' } } });
    expect(check({ name: 'aaa' })).toMatchObject({ ok: true });
    expect(check({ name: `${'a'.repeat(50_000)}!` })).toMatchObject({ errors: ['name: must match pattern "^(a+)+$"'] });
  });

  it('may name formats [U2]', () => {
    const check = one({
      properties: { at: { type: 'string', format: 'date-time' }, id: { type: 'string', format: 'uuid' } },
    });
    expect(check({ at: '2026-11-15T00:00:00Z', id: '01a1e15e-9a61-7004-b8c4-bbfb2d3fc62b' })).toMatchObject({
      ok: true,
    });
    expect(check({ at: 'soon', id: 'x' })).toMatchObject({
      errors: ['at: must match format "date-time"', 'id: must match format "uuid"'],
    });
  });

  it.each([
    ['a pattern that cannot be held against every text in bounded time', { a: { type: 'string', pattern: '(?=x)' } }],
    ['one at another address', { a: { $ref: 'https://example.invalid/schema.json' } }],
    ['a word that means nothing', { a: { type: 'string', maxLenght: 3 } }],
  ])('is refused with %s [U2, G7]', (_, properties) => {
    expect(() => one({ properties })).toThrow();
  });

  it('knows nothing of those that were compiled before it [U2]', () => {
    const inner = { $id: 'https://example.invalid/inner', type: 'string' };
    one({ $id: 'https://example.invalid/outer', properties: { a: inner } });
    for (const $ref of ['https://example.invalid/outer', 'https://example.invalid/inner']) {
      expect(() => one({ properties: { a: { $ref } } })).toThrow(/resolve/);
    }
    expect(() => one({ properties: { a: { type: 'string', maxLenght: 3 } } })).toThrow();
    expect(one({ properties: { a: { type: 'string' } } })({ a: 'x' })).toMatchObject({ ok: true });
  });

  it('is its own also where hundreds are compiled one after the other [U2]', () => {
    const checks = Array.from({ length: 250 }, (_, index) => one({ properties: { a: { const: index } } }));
    for (const [index, check] of checks.entries()) {
      expect(check({ a: index })).toMatchObject({ ok: true });
      expect(check({ a: index + 1 })).toMatchObject({ ok: false });
    }
  });
});
