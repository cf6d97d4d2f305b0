import { expect, it } from 'vitest';
import { argumentRows } from './argument-rows.ts';

const order = {
  type: 'object',
  required: ['order_id', 'body'],
  $defs: { Size: { type: 'string', enum: ['small', 'large'], default: 'small' } },
  properties: {
    order_id: { type: 'string', pattern: '^o-', description: 'Which order' },
    body: {
      type: 'object',
      required: ['lines'],
      properties: {
        size: { $ref: '#/$defs/Size' },
        lines: { type: 'array', maxItems: 10, items: { type: 'object', properties: { count: { type: 'integer' } } } },
      },
    },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
};

it('lists every argument with what is inside of it', () => {
  expect(argumentRows(order).map(({ path, isRequired }) => [path, isRequired])).toEqual([
    ['order_id', true],
    ['body', true],
    ['body.size', false],
    ['body.lines', true],
    ['body.lines[].count', false],
    ['note', false],
  ]);
});

it('says what each may be, also where the schema only refers to it', () => {
  const rows = new Map(argumentRows(order).map((row) => [row.path, row]));
  expect(rows.get('order_id')).toMatchObject({ types: ['string'], pattern: '^o-', description: 'Which order' });
  expect(rows.get('body.size')).toMatchObject({ oneOf: ['"small"', '"large"'], preset: '"small"' });
  expect(rows.get('body.lines')).toMatchObject({ types: ['array'], itemTypes: ['object'], max: 10 });
  expect(rows.get('note')).toMatchObject({ types: ['string', 'null'] });
});

it('ends where a schema contains itself, and takes what is no schema for one without arguments', () => {
  const tree = { $defs: { Node: { type: 'object', properties: { child: { $ref: '#/$defs/Node' } } } } };
  const rows = argumentRows({ ...tree, properties: { root: { $ref: '#/$defs/Node' } } });
  expect(rows.length).toBeLessThan(10);
  for (const odd of [null, 'x', [], { properties: [] }]) expect(argumentRows(odd)).toEqual([]);
});
