import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterStart } from './character-start.ts';
import { cutOutput } from './cut-output.ts';
import { decode, type Encoding, encode } from './encoding.ts';

const anyText = fc.string({ unit: fc.constantFrom('a', '\n', 'é', '€', '😀', '漢'), maxLength: 40 });

describe('a cut', () => {
  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)(
    'in %s is never made in a character [T3]',
    (encoding: Encoding) => {
      fc.assert(
        fc.property(anyText, fc.nat(200), (text, at) => {
          const bytes = encode(text, encoding);
          const cut = characterStart(bytes, Math.min(at, bytes.length), encoding);
          expect(cut).toBeLessThanOrEqual(at);
          expect(at - cut).toBeLessThan(at > bytes.length ? Number.POSITIVE_INFINITY : 4);
          expect(decode(bytes.subarray(0, cut), encoding) + decode(bytes.subarray(cut), encoding)).toBe(text);
        }),
      );
    },
  );

  it('of an output leaves its two ends within the limits, and nothing that was not there [T3]', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 10 }), fc.integer({ min: 20, max: 100 }), (text, lines, bytes) => {
        const cut = cutOutput(text, lines, bytes);
        const [head, tail] = cut.text.split(/\n?\[… \d+ bytes left out …\]\n/);
        expect(cut.text).not.toContain('\ufffd');
        expect(text.startsWith(head!)).toBe(true);
        expect(text.endsWith(tail ?? head!)).toBe(true);
        expect(Buffer.byteLength(head! + (tail ?? ''))).toBeLessThanOrEqual(bytes);
        expect((head! + (tail ?? '')).split('\n').length - 1).toBeLessThanOrEqual(lines);
        if (!cut.isCutByBytes && !cut.isCutByLines) expect(cut.text).toBe(text);
      }),
    );
  });

  it('by lines keeps as many as it may', () => {
    const text = Array.from({ length: 10 }, (_, index) => `${index}\n`).join('');
    expect(cutOutput(text, 4, 1000)).toEqual({
      text: '0\n1\n[… 12 bytes left out …]\n8\n9\n',
      isCutByLines: true,
      isCutByBytes: false,
    });
    expect(cutOutput(text, 10, 1000)).toMatchObject({ text, isCutByLines: false });
  });
});
