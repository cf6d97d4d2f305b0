import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitText } from './split-text.ts';

describe('splitting a text', () => {
  it('keeps all of it, in pieces that fit, and never cuts a character [W6]', () => {
    const words = fc.array(fc.oneof(fc.constantFrom('\n\n', '\n', '. ', ' ', '😀', '👩‍💻'), fc.string()));
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 50 }), (parts, lengthMax) => {
        const text = parts.join('');
        const pieces = splitText(text, lengthMax);
        expect(pieces.join('')).toBe(text);
        expect(pieces.filter((piece) => piece.length > lengthMax || !piece.isWellFormed())).toEqual([]);
      }),
    );
  });

  it.each([
    ['between paragraphs', 'one two\n\nthree four', 14, ['one two\n\n', 'three four']],
    ['between lines', 'one two\nthree four', 14, ['one two\n', 'three four']],
    ['between sentences', 'One two. Three four', 14, ['One two. ', 'Three four']],
    ['between words', 'one two three four', 10, ['one two ', 'three four']],
    ['anywhere, where there is no better place', 'a bcdefghijkl', 10, ['a bcdefghi', 'jkl']],
    ['before a character of two units', 'abc😀', 4, ['abc', '😀']],
    ['not at all, where it fits', 'abc', 3, ['abc']],
    ['not at all, where there is nothing', '', 3, ['']],
  ])('parts it %s', (_, text, lengthMax, pieces) => {
    expect(splitText(text, lengthMax)).toEqual(pieces);
  });
});
