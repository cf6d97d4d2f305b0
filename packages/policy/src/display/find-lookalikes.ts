import { codePointName } from './make-visible.ts';

/** Letters and signs that most fonts draw like these of ASCII; as numbers, since nobody could tell them apart here. */
const drawnAlike = new Map(
  Object.entries({
    a: '\u0430\u03b1',
    b: '\u042c',
    c: '\u0441\u03f2',
    d: '\u0501',
    e: '\u0435\u04bd',
    g: '\u0581',
    h: '\u04bb\u0570',
    i: '\u0456\u03b9',
    j: '\u0458\u03f3',
    k: '\u043a\u03ba',
    l: '\u04cf',
    n: '\u0578',
    o: '\u043e\u03bf\u0585',
    p: '\u0440\u03c1',
    q: '\u051b\u0563',
    s: '\u0455',
    u: '\u03c5\u057d',
    v: '\u03bd\u0475',
    w: '\u051d\u0461',
    x: '\u0445\u03c7',
    y: '\u0443\u03b3',
    A: '\u0410\u0391\u13aa',
    B: '\u0412\u0392\u13f4',
    C: '\u0421\u03f9\u13df',
    D: '\u13a0',
    E: '\u0415\u0395\u13ac',
    G: '\u050c',
    H: '\u041d\u0397\u13bb',
    I: '\u0406\u0399\u04c0',
    J: '\u0408\u13ab',
    K: '\u041a\u039a\u13e6',
    L: '\u13de',
    M: '\u041c\u039c\u13b7',
    N: '\u039d',
    O: '\u041e\u039f',
    P: '\u0420\u03a1\u13e2',
    S: '\u0405',
    T: '\u0422\u03a4\u13a2',
    V: '\u0474',
    W: '\u051c\u13b3',
    X: '\u0425\u03a7',
    Y: '\u0423\u03a5',
    Z: '\u0396\u13c3',
    '/': '\u2215\u2044\u29f8\uff0f',
    ';': '\u037e',
  }).flatMap(([ascii, others]) => [...others].map((other) => [other, ascii] as const)),
);

export type Lookalike = { readonly word: string; readonly character: string; readonly ascii: string | null };

/**
 * Words that are not what they look like: those that mix Latin with Cyrillic or Greek letters, and those in which
 * everything that is not ASCII is drawn like ASCII. A line that has other letters of that kind is taken for a text in
 * that language, where such words are plain words. One finding for each word, each word once.
 */
export function findLookalikes(text: string): Lookalike[] {
  const found = new Map<string, Lookalike>();
  for (const line of beyondAscii.test(text) ? text.split('\n') : []) {
    if (!beyondAscii.test(line)) continue;
    const isForeignText = line.matchAll(foreign).some(([character]) => asciiOf(character) === null);
    if (isForeignText && !latin.test(line) && !signs.test(line)) continue;
    for (const [word] of line.matchAll(/[\p{L}\p{M}\p{N}_\u2215\u2044\u29f8\uff0f\u037e]+/gu)) {
      const character = found.has(word) ? undefined : suspect(word, isForeignText);
      if (character !== undefined) found.set(word, { word, character, ascii: asciiOf(character) });
    }
  }
  return [...found.values()];
}

export function lookalikeText({ word, character, ascii }: Lookalike): string {
  const like = ascii === null ? '' : `, not ${ascii}`;
  return `“${word}” has ${character} (${codePointName(character)}${like})`;
}

const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/gu;
const beyondAscii = /[^\0-\x7f]/;
const latin = /\p{Script=Latin}/u;
const mixable = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const signs = /[\u2215\u2044\u29f8\uff0f\u037e]/u;

/** The character that gives the word away; undefined where there is none. */
function suspect(word: string, isForeignText: boolean): string | undefined {
  const isMixed = latin.test(word);
  const sign = signs.exec(word)?.[0];
  if (sign !== undefined || (isForeignText && !isMixed)) return sign;
  const others = [...word].filter((character) => character > '\x7f');
  if (isMixed) return others.find((one) => mixable.test(one)) ?? others.find((one) => asciiOf(one) !== null);
  return others.every((character) => asciiOf(character) !== null) ? others[0] : undefined;
}

/** Full-width and mathematical letters, letter-like signs and Roman numbers: forms of ASCII, and drawn so. */
const formsOfAscii = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}\u2100-\u214f\u2160-\u217f]/u;

function asciiOf(character: string): string | null {
  const drawn = drawnAlike.get(character);
  if (drawn !== undefined) return drawn;
  const plain = formsOfAscii.test(character) ? character.normalize('NFKC') : '';
  return /^[A-Za-z0-9]$/.test(plain) ? plain : null;
}
