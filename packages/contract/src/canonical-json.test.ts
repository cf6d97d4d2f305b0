import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './index.ts';

describe('canonical JSON', () => {
  it('is what RFC 8785 gives as its example [L7]', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts names by their UTF-16 units, as RFC 8785 has it [L7]', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6'];
    const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])));
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      '1',
      '\r',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\u{1f600}',
      '\ufb33',
    ]);
  });

  it('means the value that it was made from, and is its own canonical form [L7]', () => {
    const json = fc.jsonValue({ stringUnit: 'grapheme' });
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('does not depend on the order in which an object was written [L7]', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.integer()), (value) => {
        const backwards = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(backwards)).toBe(canonicalJson(value));
      }),
    );
  });

  it.each([
    ['nothing', undefined],
    ['a number that is none', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['half a character', 'a\ud800'],
    ['half a character in a name', { '\udc00': 1 }],
  ])('refuses %s [A8]', (_, value) => {
    expect(() => canonicalJson(value)).toThrow();
  });
});
