import type { JsonObject } from '@countersign/contract';
import { compileArguments } from '@countersign/policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importLimits } from '../inventory/limits.ts';
import { OpenApiDocument } from '../openapi/open-api-document.ts';
import { SchemaLibrary } from './schema-library.ts';

function convert(schema: unknown, definitions: Record<string, unknown> = {}) {
  const dropped: string[] = [];
  const document = new OpenApiDocument({ components: { schemas: definitions } }, null, null);
  const parts = new SchemaLibrary((pattern) => dropped.push(pattern)).open({ hasTexts: true });
  const value = parts.convert(schema, document);
  const root = { type: 'object', properties: { value }, additionalProperties: false };
  return { value, dropped, ...parts.finish(root) };
}

/** Whether a value is accepted after conversion. */
function accepts(schema: unknown, value: unknown, definitions: Record<string, unknown> = {}): boolean {
  return compileArguments(convert(schema, definitions).schema)({ value } as JsonObject).ok;
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('a schema of a service', () => {
  it.each([
    ['a type that may be null', { type: 'string', nullable: true }, ['x', null], [1]],
    ['several types', { type: ['string', 'integer', 'null'] }, ['x', 1, null], [true, 1.5]],
    ['bounds as switches', { type: 'number', minimum: 1, exclusiveMinimum: true }, [1.5], [1, 0]],
    ['bounds as numbers', { type: 'integer', exclusiveMaximum: 3 }, [2], [3]],
    ['an enum of texts that YAML took for numbers', { type: 'string', enum: [1, 2.5, true] }, ['1', 'true'], [1, 'x']],
    ['an enum that may be null', { type: 'string', nullable: true, enum: ['a'] }, ['a', null], ['b']],
    ['a constant', { const: 'fixed' }, ['fixed'], ['other']],
    ['a file', { type: 'file' }, ['x'], [1]],
    ['properties without a type', { properties: { a: { type: 'string' } }, required: ['a'] }, [{ a: 'x' }], [{}, 'x']],
    ['required names that nothing describes', { type: 'object', required: ['a'] }, [{ a: 1 }], [{}]],
    ['items without a type', { items: { type: 'string' } }, [['x']], [[1], 'x']],
    ['a type that nobody knows', { type: 'any' }, ['x', 1, null, {}], []],
    ['oneOf whose choices overlap', { oneOf: [{ type: 'number' }, { type: 'integer' }] }, [1, 1.5], ['x']],
    ['a choice of anything', { anyOf: [{ type: 'string' }, {}] }, ['x', 1], []],
    [
      'allOf with a reference',
      { allOf: [ref('Pet'), { required: ['tag'] }] },
      [{ name: 'a', tag: 1 }],
      [{ name: 'a' }],
    ],
    ['a reference that may be null', { ...ref('Pet'), nullable: true }, [{ name: 'a' }, null], [{}]],
    ['parts that exclude each other', { type: 'object', anyOf: [{ type: 'string' }] }, [], ['x', {}]],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, [{ a: 1 }], [{ a: 'x' }]],
    ['an object that is closed', { type: 'object', additionalProperties: false }, [{}], [{ a: 1 }]],
    [
      'closed parts of a whole',
      {
        allOf: [
          { type: 'object', properties: { a: {} }, additionalProperties: false },
          { type: 'object', properties: { b: {} } },
        ],
      },
      [{ a: 1, b: 2 }],
      ['x'],
    ],
    ['words that narrow by exclusion', { type: 'string', not: { pattern: 'x' }, if: {}, contains: {} }, ['x'], [1]],
    ['parts of a number', { type: 'number', multipleOf: 0.01 }, [0.07], ['x']],
    ['texts of unknown format', { type: 'string', format: 'snowflake' }, ['x'], [1]],
    ['texts of known format', { type: 'string', format: 'uuid' }, ['01a1e15e-9a61-7004-b8c4-bbfb2d3fc62b'], ['x']],
    [
      'what is only answered',
      {
        type: 'object',
        required: ['id', 'a'],
        properties: { id: { type: 'string', readOnly: true }, a: {} },
        additionalProperties: false,
      },
      [{ a: 1 }],
      [{ id: 'x', a: 1 }],
    ],
    ['draft-04 tuples', { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] }, [['a', 1]], ['x']],
  ])('has %s [U2]', (_, schema, good, bad) => {
    const definitions = { Pet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } };
    for (const value of good) expect([value, accepts(schema, value, definitions)]).toEqual([value, true]);
    for (const value of bad) expect([value, accepts(schema, value, definitions)]).toEqual([value, false]);
  });

  it('may refer to itself, directly and in circles [U1]', () => {
    const definitions = {
      Tree: { type: 'object', properties: { left: ref('Tree'), other: ref('Branch') }, additionalProperties: false },
      Branch: { type: 'object', properties: { tree: ref('Tree') }, additionalProperties: false },
    };
    expect(accepts(ref('Tree'), { left: { left: { other: { tree: {} } } } }, definitions)).toBe(true);
    expect(accepts(ref('Tree'), { left: { left: { other: { tree: { x: 1 } } } } }, definitions)).toBe(false);
  });

  it('loses a pattern that takes too long or cannot be read, and nothing else [U1]', () => {
    const schema = (pattern: string) => ({
      type: 'object',
      properties: { a: { type: 'string', pattern, maxLength: 3 } },
    });
    for (const pattern of [
      '(?=x)y',
      '(a)\\1',
      '[',
      'x'.repeat(5_000),
      '\\p{L}{1000}\\p{L}{1000}\\p{L}{1000}',
      'a\\Z',
    ]) {
      const { dropped } = convert(schema(pattern));
      expect(dropped).toEqual([pattern]);
      expect(accepts(schema(pattern), { a: 'abc' })).toBe(true);
      expect(accepts(schema(pattern), { a: 'abcd' })).toBe(false);
    }
    expect(accepts(schema('^(a+)+$'), { a: 'aaa' })).toBe(true);
    expect(accepts(schema('^(a+)+$'), { a: 'ab' })).toBe(false);
  });

  it('leaves defaults to the service, and tells them [U1]', () => {
    const { value, schema } = convert({ type: 'integer', description: 'How many.', default: 30 });
    expect(value).toEqual({ description: 'How many.\nDefault: 30', type: 'integer' });
    expect(compileArguments(schema)({})).toEqual({ ok: true, arguments: {} });
  });

  it('has nothing in its texts, names and values that a person would not see [U1]', () => {
    const { value } = convert({
      type: 'object',
      description: 'Harmless\u202e\u200b\u{e0041}\u0007 text',
      properties: { 'a\u200bb': {}, ok: { type: 'string', enum: ['x', 'y\u202e'] } },
      required: ['a\u200bb', 'ok'],
    });
    expect(value).toEqual({
      description: 'Harmless text',
      type: 'object',
      properties: { ok: { type: 'string', enum: ['x'] } },
      required: ['ok'],
    });
  });

  it('is not led astray by names that every object has [U1]', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{}},"required":["__proto__","constructor"]}',
    );
    expect(accepts(schema, { constructor: 'x' })).toBe(true);
    expect(accepts(schema, {})).toBe(false);
    expect(accepts({ type: 'object', required: ['hasOwnProperty'] }, {})).toBe(false);
    expect(() => convert({ $ref: '#/components/schemas/__proto__' })).toThrow(/not in the document/);
    expect(() => convert({ $ref: '#/constructor' })).toThrow(/not in the document/);
  });
});

describe('a schema that is very large', () => {
  const wide = (levels: number): Record<string, unknown> =>
    Object.fromEntries(
      Array.from({ length: levels }, (_, level) => [
        `Level${level}`,
        {
          type: 'object',
          description: 'x'.repeat(300),
          properties: Object.fromEntries(
            Array.from({ length: 20 }, (_, index) => [
              `p${index}`,
              level + 1 < levels ? ref(`Level${level + 1}`) : { type: 'string' },
            ]),
          ),
          additionalProperties: false,
        },
      ]),
    );

  it('keeps what is near and lets what is deep be anything [U1]', () => {
    const definitions = wide(100);
    const { schema, isCut, isTooLarge } = convert(ref('Level0'), definitions);
    expect({ isCut, isTooLarge }).toEqual({ isCut: true, isTooLarge: false });
    expect(JSON.stringify(schema).length).toBeLessThan(importLimits.schemaLengthMax * 1.2);
    expect(accepts(ref('Level0'), { p0: { p1: { p2: {} } } }, definitions)).toBe(true);
    expect(accepts(ref('Level0'), { p0: { p1: { unknown: {} } } }, definitions)).toBe(false);
  });

  it('ends, however deep it is nested', () => {
    let deep: unknown = { type: 'string' };
    for (let level = 0; level < 5_000; level += 1) deep = { type: 'object', properties: { a: deep } };
    const { isCut } = convert(deep);
    expect(isCut).toBe(true);
  });
});

describe('definitions that lead to each other', () => {
  const count = 500;
  const others = (links: readonly unknown[]) => ({
    type: 'object',
    properties: Object.fromEntries(links.map((link, index) => [`p${index}`, link])),
  });
  const nested = (link: unknown, depth: number): unknown =>
    depth === 0 ? link : { type: 'array', items: nested(link, depth - 1) };
  const graphs: readonly (readonly [string, (index: number) => unknown])[] = [
    ['in a row', (index) => others([ref(`D${index + 1}`)])],
    ['in a row, each nested', (index) => nested(ref(`D${index + 1}`), 15)],
    [
      'in a row of wholes and parts',
      (index) => ({ allOf: [ref(`D${index + 1}`), { type: 'object', properties: { a: {} } }] }),
    ],
    ['in a row of choices', (index) => ({ anyOf: [ref(`D${index + 1}`), { type: 'string' }] })],
    ['each to many', (index) => others([1, 2, 3, 5, 8].map((step) => ref(`D${(index * 7 + step) % count}`)))],
    ['backwards', (index) => others([ref(`D${(index + count - 1) % count}`), ref(`D${index}`)])],
    ['in a circle that says nothing', (index) => ({ allOf: [ref(`D${(index + 1) % count}`)] })],
    ['in a circle of choices', (index) => ({ oneOf: [ref(`D${(index + 1) % count}`), { type: 'string' }] })],
  ];
  it.each(graphs)('%s compile, and check a value [U1]', (_, link) => {
    const definitions = Object.fromEntries(Array.from({ length: count }, (_, index) => [`D${index}`, link(index)]));
    definitions[`D${count}`] = { type: 'object' };
    const check = compileArguments(convert(ref('D0'), definitions).schema);
    expect(check({ value: {} })).toHaveProperty('ok');
  });
});

describe('whatever a document calls a schema', () => {
  const names = fc.constantFrom('a', 'b', 'a\u200b', '__proto__', 'constructor', '$ref', 'type', 'x y', '');
  const anyValue = fc.oneof(
    { withCrossShrink: true },
    fc.jsonValue({ maxDepth: 2 }),
    fc.double({ noNaN: true }),
    fc.integer(),
  );
  const { schema: anySchema } = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      anyValue,
      fc.record(
        { $ref: fc.constantFrom('#/components/schemas/A', '#/components/schemas/B'), nullable: fc.boolean() },
        { requiredKeys: ['$ref'] },
      ),
      fc.record(
        {
          type: fc.oneof(
            fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null', 'file', 'any', 7),
            fc.array(fc.constantFrom('string', 'number', 'integer', 'object', 'array', 'null', 'boolean'), {
              maxLength: 4,
            }),
          ),
          nullable: fc.boolean(),
          format: fc.constantFrom('date-time', 'int32', 'byte', 'binary', 'uuid', 'x', 'double', 'uri', 'regex'),
          enum: fc.array(anyValue, { maxLength: 4 }),
          const: anyValue,
          default: anyValue,
          description: fc.string({ unit: 'binary', maxLength: 30 }),
          minimum: anyValue,
          maximum: fc.double(),
          exclusiveMinimum: fc.oneof(fc.boolean(), fc.double()),
          exclusiveMaximum: fc.oneof(fc.boolean(), fc.integer()),
          multipleOf: fc.double(),
          minLength: fc.integer({ min: -2, max: 5 }),
          maxLength: anyValue,
          pattern: fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('^a+$', '(?=a)', '\\d{1,3}', '(a', '\\p{L}')),
          items: fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 2 })),
          minItems: fc.integer({ min: -1, max: 3 }),
          uniqueItems: fc.boolean(),
          properties: fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
          required: fc.oneof(fc.boolean(), fc.array(names, { maxLength: 4 })),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
          patternProperties: fc.dictionary(names, tie('schema'), { maxKeys: 1 }),
          minProperties: fc.integer({ min: -1, max: 2 }),
          allOf: fc.array(tie('schema'), { maxLength: 3 }),
          anyOf: fc.array(tie('schema'), { maxLength: 3 }),
          oneOf: fc.array(tie('schema'), { maxLength: 3 }),
          not: tie('schema'),
          readOnly: fc.boolean(),
          discriminator: fc.record({ propertyName: fc.string() }),
          xml: anyValue,
          example: anyValue,
          $id: fc.string(),
          $schema: fc.string(),
          deprecated: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    ),
  }));

  it('becomes one that compiles [U1, U2]', () => {
    fc.assert(
      fc.property(anySchema, anySchema, anySchema, anyValue, (schema, A, B, value) => {
        // Only what came as JSON is met here.
        const [given, definitions] = JSON.parse(JSON.stringify([schema ?? null, { A, B }])) as [
          unknown,
          Record<string, unknown>,
        ];
        let converted: ReturnType<typeof convert>;
        try {
          converted = convert(given, definitions);
        } catch (error) {
          expect((error as Error).name).toBe('UnusableReference');
          return;
        }
        const resolved = compileArguments(converted.schema)({ value: value as never });
        expect(resolved.ok || resolved.errors.length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
