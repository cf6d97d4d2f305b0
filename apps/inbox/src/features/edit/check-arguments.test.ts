import { describe, expect, it } from 'vitest';
import { changesOf } from './changes-of.ts';
import { checkArguments } from './check-arguments.ts';

const schema = {
  properties: {
    command: { type: 'string', minLength: 1 },
    args: { type: 'array', items: { type: 'string' } },
    timeout: { type: 'integer', minimum: 1, maximum: 300 },
    mode: { type: 'string', enum: ['write', 'append'] },
  },
  required: ['command'],
  additionalProperties: false,
} as const;

describe('what is seen to be wrong with edited arguments', () => {
  it.each([
    [{ command: 'npm', args: ['test'], timeout: 30, mode: 'write' }, {}],
    [{}, { command: { kind: 'missing' } }],
    [{ command: '' }, { command: { kind: 'range', min: 1, max: null } }],
    [{ command: 'npm', timeout: 1.5 }, { timeout: { kind: 'type', expected: 'integer' } }],
    [{ command: 'npm', timeout: 301 }, { timeout: { kind: 'range', min: 1, max: 300 } }],
    [{ command: 'npm', args: 'test' }, { args: { kind: 'type', expected: 'array' } }],
    [{ command: 'npm', mode: 'delete' }, { mode: { kind: 'type', expected: 'write | append' } }],
    [{ command: 'npm', shell: true }, { shell: { kind: 'unknown' } }],
  ])('of %j is %j', (draft, problems) => {
    expect(checkArguments(schema, draft)).toEqual(problems);
  });
});

describe('what an edit changes', () => {
  it('is told argument by argument, line by line', () => {
    expect(changesOf({ path: 'a', content: 'one\ntwo' }, { path: 'a', content: 'one\nthree' })).toEqual([
      {
        name: 'content',
        lines: [
          { kind: 'same', number: 1, text: 'one' },
          { kind: 'remove', number: 2, text: 'two' },
          { kind: 'add', number: 2, text: 'three' },
        ],
      },
    ]);
  });

  it('hides nothing, and takes the order of keys for no change [A8]', () => {
    expect(changesOf({ of: { a: 1, b: 2 } }, { of: { b: 2, a: 1 } })).toEqual([]);
    const [change] = changesOf({ text: 'a' }, { text: 'a\u202e' });
    expect(change?.lines.at(-1)).toEqual({ kind: 'add', number: 1, text: 'a⟦U+202E⟧' });
  });
});
