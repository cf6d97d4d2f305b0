import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText } from '../index.ts';

describe('cutting a text', () => {
  it('keeps its beginning, as much as fits, and whole characters only [A8]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (text, lengthMax) => {
        const cut = cutText(text, lengthMax);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(lengthMax);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, lengthMax) - 1);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });

  it('leaves alone what fits [A8]', () => {
    expect(cutText('a😀', 3)).toBe('a😀');
    expect(cutText('a😀', 2)).toBe('a');
    expect(cutText('', 0)).toBe('');
  });
});
