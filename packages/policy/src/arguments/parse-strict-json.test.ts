import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson } from '../index.ts';

describe('JSON that two readers could take differently', () => {
  it.each([
    ['a name twice', '{"command":"ls","command":"rm"}', /"command" stands twice/],
    ['a name twice in an object deep inside', '[{"a":{"b":1,"c":[{"x":1,"x":2}]}}]', /"x" stands twice/],
    ['a name twice, once spelt with an escape', '{"a":1,"\\u0061":2}', /"a" stands twice/],
    ['a name twice with blanks around', '{ "a" \n : 1 , "a"\t:\r2 }', /"a" stands twice/],
    ['no end', '{"command":"ls"', /not JSON/],
    ['something after the end', '{} {}', /not JSON/],
    ['a comment', '{} // x', /not JSON/],
    ['nothing', '', /not JSON/],
  ])('is refused with %s [G7]', (_, text, message) => {
    expect(() => parseStrictJson(text)).toThrow(message);
  });

  it('is not what merely looks like it [G7]', () => {
    const text = '{"a":"\\"a\\":1,","b":["a","a"],"c":{"a":1},"d":{"a":{"a":1}},"e":"{\\"a\\":1,\\"a\\":2}"}';
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  it('is none of what JSON itself writes [G7]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is found however long the texts around are', () => {
    const long = JSON.stringify('"\\'.repeat(200_000));
    expect(parseStrictJson(`{"a":${long},"b":1}`)).toMatchObject({ b: 1 });
    expect(() => parseStrictJson(`{"a":${long},"a":1}`)).toThrow(/stands twice/);
  });
});
