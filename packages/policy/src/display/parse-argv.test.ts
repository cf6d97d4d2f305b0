import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeVisible, parseArgv, renderArgv } from '../index.ts';

/** How many argvs are tried; each has several words. */
const argvCount = 100_000;

/** Characters that are most likely to break a quoting, and whatever else there is. */
const awkward = [
  ...[
    '"',
    "'",
    '\\',
    '\\n',
    ' ',
    '  ',
    '\n',
    '\r',
    '\t',
    '\0',
    '\u001b[2J',
    '\u0007',
    '\b',
    '$(x)',
    '`',
    ';',
    '#',
    '-',
    '',
  ],
  ...['\u202e', '\u2066', '\u200b', '\u200d', '\ufeff', '\u00ad', '\u2028', '\u00a0', '\u3000', '\u3164', '\u2800'],
  ...[
    '\ufe0f',
    '\u{e0100}',
    '\u{e0061}',
    '\u0301',
    '\u0338',
    '\u20e3',
    '\ud83d',
    '\ude00',
    '😀',
    '👨‍👩‍👧',
    'ä',
    'а',
    'א',
    '汉',
  ],
  ...[
    '⟦',
    '⟧',
    '⟦U+202E⟧',
    '⟦70 blanks⟧',
    '⟦3 line feeds⟧',
    ' '.repeat(70),
    '\n'.repeat(25),
    'a',
    'git',
    '%',
    '\u007f',
    '\u0085',
  ],
];

/** A fast generator of its own: a hundred thousand cases take a second or two. */
function randomArgvs(seed: number): () => string[] {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const character = (): string =>
    next(3) === 0 ? String.fromCodePoint(next(0x11_0000)) : awkward[next(awkward.length)]!;
  const word = (): string => Array.from({ length: next(6) }, character).join('');
  return () => Array.from({ length: next(5) }, word);
}

describe('the words of a command', () => {
  it.each([
    ['plain words', ['git', 'log', '--format=%H', 'a/b.c', 'x@y:1,2+3'], 'git log --format=%H a/b.c x@y:1,2+3'],
    ['a blank in a word', ['node', 'a b.js'], 'node "a b.js"'],
    ['an empty word', ['node', ''], 'node ""'],
    ['no word at all', [], ''],
    ['quotes and backslashes', ['a"b', "it's", 'c\\d'], '"a\\"b" "it\'s" "c\\\\d"'],
    ['lines and tabs', ['a\nb', 'c\r\td'], '"a\\nb" "c\\r\\td"'],
    ['an escape sequence', ['ok\u001b[8mhidden'], '"ok⟦U+001B⟧[8mhidden"'],
    ['a shell in a word', ['a;b', '$(x)', '`y`', '~', '*'], '"a;b" "$(x)" "`y`" "~" "*"'],
    ['a letter of another script', ['mаin'], '"mаin"'],
    ['a mark that would stand on the quote', ['\u0301a'], '"⟦U+0301⟧a"'],
    ['half a character', ['a\ud83d'], '"a⟦U+D83D⟧"'],
  ])('show %s [A8]', (_, argv, rendered) => {
    expect(renderArgv(argv)).toBe(rendered);
    expect(parseArgv(rendered)).toEqual(argv);
  });

  it('can be read back exactly from what is shown, whatever is in them [A8]', () => {
    const argvOf = randomArgvs(20_260_728);
    for (let tried = 0; tried < argvCount; tried += 1) {
      const argv = argvOf();
      const rendered = renderArgv(argv);
      const read = parseArgv(rendered);
      if (read.length !== argv.length || read.some((word, index) => word !== argv[index]))
        expect(read, rendered).toEqual(argv);
    }
  });

  it('are one line, with nothing in it that a screen would swallow [A8]', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (argv) => {
        const rendered = renderArgv(argv);
        expect(rendered).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(makeVisible(rendered).replaceAll('⟦U+27E6⟧', '⟦')).toBe(rendered);
      }),
    );
  });

  it.each([
    'a  b',
    ' a',
    'a ',
    '"a',
    'a"b"',
    '"a"b',
    '"plain"',
    'a b\u202e',
    '"\\x"',
    'ä',
    '"a\nb"',
    '"⟦U+0041⟧"',
    '"\\',
  ])('are not read from %j, which nobody was shown [A8]', (text) => {
    expect(() => parseArgv(text)).toThrow('no words');
  });
});
