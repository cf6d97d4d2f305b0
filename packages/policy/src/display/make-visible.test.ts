import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeVisible } from '../index.ts';

/** Text with everything that deceives in it, and with attempts to imitate the marks. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u202e', '\u200b', '\u001b[31m', '\u0000', '\u00a0', '\ufeff', '\u2066', '\ud800', '\udc00'),
      fc.constantFrom('⟦', '⟧', '⟦U+202E⟧', '⟦U+27E6⟧', 'U+202E'),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

describe('making a text visible', () => {
  it.each([
    ['a right-to-left override', 'a\u202eb', 'a⟦U+202E⟧b'],
    ['an isolate', '\u2066x\u2069', '⟦U+2066⟧x⟦U+2069⟧'],
    ['a zero-width space', 'pass\u200bword', 'pass⟦U+200B⟧word'],
    ['a zero-width joiner', 'a\u200db', 'a⟦U+200D⟧b'],
    ['an ANSI sequence', '\u001b[2K', '⟦U+001B⟧[2K'],
    ['a NUL', 'a\u0000b', 'a⟦U+0000⟧b'],
    ['a backspace', 'ab\u0008', 'ab⟦U+0008⟧'],
    ['a carriage return, which could overwrite a line', 'good\rbad', 'good⟦U+000D⟧bad'],
    ['a tab, whose width nobody knows', 'a\tb', 'a⟦U+0009⟧b'],
    ['a line separator', 'a\u2028b', 'a⟦U+2028⟧b'],
    ['a no-break space', 'a\u00a0b', 'a⟦U+00A0⟧b'],
    ['an ideographic space', 'a\u3000b', 'a⟦U+3000⟧b'],
    ['a Hangul filler', 'a\u3164b', 'a⟦U+3164⟧b'],
    ['a variation selector', 'a\ufe0fb', 'a⟦U+FE0F⟧b'],
    ['a tag character', 'a\u{e0061}b', 'a⟦U+E0061⟧b'],
    ['a private character', '\ue000', '⟦U+E000⟧'],
    ['half a character', 'a\ud83d', 'a⟦U+D83D⟧'],
    ['the mark itself', '⟦U+202E⟧', '⟦U+27E6⟧U+202E⟧'],
  ])('writes out %s [A8]', (_, text, visible) => {
    expect(makeVisible(text)).toBe(visible);
  });

  it.each(['plain text', 'two\nlines', 'Grüße, мир, 汉字, 😀', 'a ⟧ b', '"quoted" \\ \'single\' $(x) `y`', ''])(
    'leaves "%s" alone [A8]',
    (text) => {
      expect(makeVisible(text)).toBe(text);
    },
  );

  it('leaves alone every text of letters, numbers, marks and line feeds [A8]', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~\n\u00a1-\u00ac\u00ae-\u02ff\u0410-\u044f\u4e00-\u9fa5]*$/), (text) => {
        expect(makeVisible(text)).toBe(text);
      }),
    );
  });

  it('makes no two texts look the same [A8]', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        expect(makeVisible(one) === makeVisible(other)).toBe(one === other);
      }),
      { numRuns: 2_000 },
    );
  });

  it('can be undone, so that nothing is lost [A8]', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const undone = makeVisible(text).replace(/⟦U\+([0-9A-F]{4,6})⟧/g, (_, hex: string) =>
          String.fromCodePoint(Number.parseInt(hex, 16)),
        );
        expect(undone).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves no character that a screen swallows or acts upon [A8]', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(makeVisible(text)).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
