import { describe, expect, it } from 'vitest';
import { findWarnings } from './find-warnings.ts';
import { displayLimits } from './limits.ts';

const warningsOf = (...texts: string[]) => findWarnings({ texts });

describe('a warning', () => {
  it('is given about nothing in ordinary calls [A8]', () => {
    for (const text of [
      ...['git commit -m "one two"', 'naïve café, Grüße, łódź, ısı', 'Привет, как дела? а у тебя?', 'Γειά σου Κόσμε'],
      ...[
        '汉字 和 かな',
        '한국어',
        'm², x₁, 5 µm, №',
        '“quoted” – dash — 3×4',
        'if x:\n\treturn 1\r\n',
        '😀 ok',
        'e\u0301',
      ],
    ])
      expect(warningsOf(text), text).toEqual([]);
    expect(findWarnings({ a: 1, b: null, c: { d: [true] } })).toEqual([]);
  });

  it('names what is invisible, in values and in names [A8]', () => {
    expect(warningsOf('a\u202eb', 'c\u200bd')).toEqual([
      'Contains characters that are invisible or change how text reads; they are written out as ⟦U+…⟧: U+202E, U+200B.',
    ]);
    expect(findWarnings({ 'a\u200b': 1 })).toHaveLength(1);
    expect(warningsOf('\u0001\u0002\u0003\u0004\u0005\u0006')[0]).toContain('U+0004 and 2 more.');
  });

  it.each([
    ['a Cyrillic letter in a Latin word', 'git checkout mаin', '“mаin” has а (U+0430, not a)'],
    ['a Cyrillic letter in a command', 'cаt x', '“cаt” has а (U+0430, not a)'],
    ['a Greek letter in a Latin word', 'gοod', '“gοod” has ο (U+03BF, not o)'],
    ['a letter of another script that looks like nothing else', 'roжt', '“roжt” has ж (U+0436)'],
    ['a word that is all Cyrillic and looks Latin', 'сору a b', '“сору” has с (U+0441, not c)'],
    ['full-width letters', 'ｒｍ x', '“ｒｍ” has ｒ (U+FF52, not r)'],
    ['a mathematical letter', '𝐫m x', '“𝐫m” has 𝐫 (U+1D42B, not r)'],
    ['an Armenian letter', 'սser', '“սser” has ս (U+057D, not u)'],
    ['a slash that is none', 'src∕a', '“src∕a” has ∕ (U+2215, not /)'],
    ['a semicolon that is none', 'a\u037eb', '“a\u037eb” has \u037e (U+037E, not ;)'],
  ])('names %s [A8]', (_, text, expected) => {
    expect(warningsOf(text)).toEqual([`Contains letters that look like others: ${expected}.`]);
  });

  it('names a mixed word also in a text of another script, and a word that only looks Latin on a line of its own [A8]', () => {
    expect(warningsOf('Привет cаt мир')[0]).toContain('“cаt”');
    expect(warningsOf('# привет\nсору a b')[0]).toContain('“сору”');
    expect(warningsOf('привет∕мир')[0]).toContain('U+2215');
  });

  it('names each word once, a few of them, none at any length [A8]', () => {
    expect(warningsOf('cаt cаt')[0]!.match(/cаt/g)).toHaveLength(1);
    expect(warningsOf('аx аy аz аb аc аd')[0]).toContain('and 2 more.');
    expect(warningsOf(`а${'x'.repeat(500)}`)[0]!.length).toBeLessThan(150);
  });

  it('says that letters run from right to left [A8]', () => {
    expect(warningsOf('rm א b')).toEqual([expect.stringContaining('(U+05D0)')]);
    expect(warningsOf('مرحبا')).toEqual([expect.stringContaining('right to left')]);
  });

  it('says that something stands after a long stretch of nothing [A8]', () => {
    const nothing = ' \n'.repeat(displayLimits.paddingLengthMax);
    expect(warningsOf(`a${nothing}b`)).toEqual([expect.stringContaining(`${nothing.length} blanks and empty lines`)]);
    expect(warningsOf(`a${nothing}`)).toEqual([]);
    expect(warningsOf(`a${' '.repeat(displayLimits.paddingLengthMax)}b`)).toEqual([]);
  });

  it('takes time in proportion to the length [A8]', () => {
    const started = performance.now();
    for (const piece of ['a', ' ', '\n', 'а', 'аa ', '\0', 'ｒ', '∕']) warningsOf(piece.repeat(300_000 / piece.length));
    expect(performance.now() - started).toBeLessThan(6_000);
  });
});
