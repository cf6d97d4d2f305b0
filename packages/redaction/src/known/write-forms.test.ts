import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { writeForms } from './write-forms.ts';

const textsOf = (value: string): readonly string[] => writeForms(value).map(({ text }) => text);

describe('the forms of a value', () => {
  it.each([
    ['Äb/c d\'e"f', 'Äb/c d\'e"f'],
    ['Äb/c d\'e"f', 'ÄB/C D\'E"F'],
    ['Äb/c d\'e"f', 'äb/c d\'e"f'],
    ['Äb/c d\'e"f', 'f"e\'d c/bÄ'],
    ['Äb/c d\'e"f', 'Äb/c d\'e\\"f'],
    ['Äb/c d\'e"f', 'Äb\\/c d\'e\\"f'],
    ['Äb/c d\'e"f', 'Äb/c d\'e\\\\\\"f'],
    ['Äb/c d\'e"f', '\\u00c4b/c d\'e\\"f'],
    ['Äb/c d\'e"f', "%C3%84b%2Fc%20d'e%22f"],
    ['Äb/c d\'e"f', "%c3%84b%2fc%20d'e%22f"],
    ['Äb/c d\'e"f', "%C3%84b%2Fc+d'e%22f"],
    ['Äb/c d\'e"f', "%C3%84b/c%20d'e%22f"],
    ['Äb/c d\'e"f', '%C3%84b%2Fc%20d%27e%22f'],
    ['Äb/c d\'e"f', '%C3%84b%2Fc+d%27e%22f'],
    ['Äb/c d\'e"f', "%25C3%2584b%252Fc%2520d'e%2522f"],
    ['a/b/c d e/f', 'a\\/b\\/c d e\\/f'],
    ['a/b/c d e/f', 'a%2Fb%2Fc+d+e%2Ff'],
    ['a/b/c d e/f', 'a/b/c%20d%20e/f'],
    ['(a)!*~b c d', '%28a%29%21%2A%7Eb%20c%20d'],
    ['(a)!*~b c d', '%28a%29%21%2A%7Eb+c+d'],
    ['abcdefg\u{1}\u{7f}', 'abcdefg\\u0001\\u007f'],
    ['abcdef~ \u{fe}', 'abcdef~ \\u00fe'],
    ['abcdefgJ', '%61%62%63%64%65%66%67%4a'],
    ['abcdefgJ', '%61%62%63%64%65%66%67%4A'],
    [`a&<>"'b&<>"'`, 'a&amp;&lt;&gt;&quot;&#39;b&amp;&lt;&gt;&quot;&#39;'],
    [`a&<>"'b&<>"'`, 'a&amp;&lt;&gt;&quot;&apos;b&amp;&lt;&gt;&quot;&apos;'],
    ["it's Bob's", "it'\\''s Bob'\\''s"],
    ["it's Bob's", "it''s Bob''s"],
    ['a\\b$c"d`e', 'a\\\\b\\$c\\"d\\`e'],
    ['abcdefgJ', '616263646566674a'],
    ['abcdefgJ', '616263646566674A'],
    ['abcdefgJ', '61\\x62\\x63\\x64\\x65\\x66\\x67\\x4a'],
    ['abcdefgJ', '61 62 63 64 65 66 67 4A'],
    ['abcdefgJ', '61:62:63:64:65:66:67:4a'],
    ['abcdefgJ', '61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x4a'],
    ['abcdefgJ', '61,0x62,0x63,0x64,0x65,0x66,0x67,0x4a'],
    ['abcdefgJ', '61-62-63-64-65-66-67-4a'],
    ['abcdefgJ', '6162 6364 6566 674a'],
    ['abcdefghi', '6162 6364 6566 6768 69'],
    ['abcdefgJ', '61006200630064006500660067004a00'],
  ])('%j is written as %j [G8]', (value, written) => {
    expect(textsOf(value)).toContain(written);
  });

  it('in base64 are what no neighbour changes, and say on which side more bits of it stand [G8]', () => {
    const inBase64 = (value: string) =>
      writeForms(value)
        .filter(({ text, before, after }) => before + after > 0 || text === Buffer.from(value).toString('base64'))
        .map(({ text, before, after }) => [text, before, after]);
    expect(inBase64('abcdefgh?').slice(0, 3)).toEqual([
      ['YWJjZGVmZ2g/', 0, 0],
      ['FiY2RlZmdoP', 1, 1],
      ['hYmNkZWZnaD', 1, 1],
    ]);
    expect(inBase64('abcdefgh>?').slice(0, 4)).toEqual([
      ['YWJjZGVmZ2g+P', 0, 1],
      ['YWJjZGVmZ2g-P', 0, 1],
      ['FiY2RlZmdoPj', 1, 1],
      ['hYmNkZWZnaD4/', 1, 0],
    ]);
    expect(textsOf('abcdefgh?')).toContain('YWJjZGVmZ2g_');
    expect(textsOf('abcdefgh')).toContain(Buffer.from('abcdefgh', 'utf16le').toString('base64').slice(0, 21));
  });

  it('are each there once, none shorter than a known value is [G8]', () => {
    for (const value of ['abcdefgh', '12345678', 'ÄÄÄÄÄÄÄÄ', '\u{d800}abcdefg']) {
      const texts = textsOf(value);
      expect(new Set(texts).size).toBe(texts.length);
      expect(Math.min(...texts.map(({ length }) => length))).toBe(limits.knownValueLengthMin);
    }
    expect(textsOf('abcde').every(({ length }) => length >= limits.knownValueLengthMin)).toBe(true);
  });
});
