import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeVisible } from '../index.ts';
import { displayLimits } from './limits.ts';
import { deceptiveCharacters } from './make-visible.ts';
import { undoVisible } from './undo-visible.ts';
import { visibleLine } from './visible-line.ts';

/** Text with everything that deceives in it, and with attempts to imitate the marks. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u202e', '\u200b', '\u001b[31m', '\u0000', '\u00a0', '\ufeff', '\u2066', '\ud800', '\udc00'),
      fc.constantFrom('⟦', '⟧', '⟦U+202E⟧', '⟦U+27E6⟧', 'U+202E', '⟦70 blanks⟧', '⟦30 line feeds⟧'),
      fc.constantFrom('\u0301', '\u0301\u0302\u0303\u0304\u0305', 'e', ' '.repeat(70), ' '.repeat(60), '\n'.repeat(30)),
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
    ['a variation selector of the supplement', 'a\u{e0100}b', 'a⟦U+E0100⟧b'],
    ['a Mongolian variation selector', 'a\u180bb', 'a⟦U+180B⟧b'],
    ['a Braille blank', 'a\u2800b', 'a⟦U+2800⟧b'],
    ['a mark that has no letter to stand on', '=\u0338 "\u0301', '=⟦U+0338⟧ "⟦U+0301⟧'],
    ['a mark at the very beginning', '\u0301a', '⟦U+0301⟧a'],
    ['a tower of marks', 'a\u0300\u0301\u0302\u0303\u0304', 'a\u0300\u0301\u0302⟦U+0303⟧⟦U+0304⟧'],
    ['blanks that push the rest out of sight', `a${' '.repeat(65)}b`, 'a⟦65 blanks⟧b'],
    ['line feeds that push the rest out of sight', `a${'\n'.repeat(21)}b`, 'a⟦21 line feeds⟧b'],
    ['half a character', 'a\ud83d', 'a⟦U+D83D⟧'],
    ['the mark itself', '⟦U+202E⟧', '⟦U+27E6⟧U+202E⟧'],
  ])('writes out %s [A8]', (_, text, visible) => {
    expect(makeVisible(text)).toBe(visible);
  });

  it.each([
    'plain text',
    'two\nlines',
    'Grüße, мир, 汉字, 😀',
    'a ⟧ b',
    'e\u0301',
    `${' '.repeat(64)}x`,
    '\n'.repeat(20),
    '"quoted" \\ \'single\' $(x) `y`',
    '',
  ])('leaves "%s" alone [A8]', (text) => {
    expect(makeVisible(text)).toBe(text);
  });

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
        expect(undoVisible(makeVisible(text))).toBe(text);
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

  it.each([
    ['blanks', ' '.repeat(400_000)],
    ['short runs of blanks', `${' '.repeat(64)}x`.repeat(6_000)],
    ['line feeds', '\n'.repeat(400_000)],
    ['marks', `a${'\u0301'.repeat(400_000)}`],
    ['controls', '\0'.repeat(400_000)],
  ])('takes time in proportion to the length, also of %s [A8]', (_, text) => {
    const started = performance.now();
    makeVisible(text);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe('a line that is shown as a line', () => {
  it.each([
    ['tabs as a short sign', '\tif x:\t', '⟦→⟧if x:⟦→⟧'],
    ['one blank at its end', 'a ', 'a⟦1 blank⟧'],
    ['blanks at its end', 'a  b   ', 'a  b⟦3 blanks⟧'],
    ['nothing but blanks', '    ', '⟦4 blanks⟧'],
    ['a return', 'a\r', 'a⟦U+000D⟧'],
    ['what imitates these', '⟦→⟧ ⟦1 blank⟧', '⟦U+27E6⟧→⟧ ⟦U+27E6⟧1 blank⟧'],
    ['plain text', '  a b', '  a b'],
  ])('has %s [A8]', (_, line, visible) => {
    expect(visibleLine(line)).toBe(visible);
  });

  it('looks like no other line [A8]', () => {
    const line = fc.array(fc.constantFrom(' ', '\t', 'a', '⟦', '⟧', '1 blank', '→', '\r'), { maxLength: 6 });
    fc.assert(
      fc.property(line, line, (one, other) => {
        expect(visibleLine(one.join('')) === visibleLine(other.join(''))).toBe(one.join('') === other.join(''));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('characters that deceive', () => {
  it('are found, each once; tabs and returns before line feeds are none of them [A8]', () => {
    expect([...deceptiveCharacters('a\u202eb\u202ec\u200b')]).toEqual(['\u202e', '\u200b']);
    expect([...deceptiveCharacters('a\tb\r\nc')]).toEqual([]);
    expect([...deceptiveCharacters('a\rb')]).toEqual(['\r']);
    expect([...deceptiveCharacters(`a${' '.repeat(displayLimits.blanksInARowMax + 1)}b`)]).toEqual([]);
    expect([...deceptiveCharacters('plain')]).toEqual([]);
  });
});
