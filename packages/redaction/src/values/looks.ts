/** What is seen of a value at one glance: each shape of a placeholder needs one of these, most secrets have none. */
export const looks = {
  any: 1,
  beginsTwice: 2,
  /** The same character twice in a row, or a character beyond ASCII. */
  repeats: 4,
  hasParenthesis: 8,
  hasDot: 16,
  hasColon: 32,
  endsWithE: 64,
  /** Its first two characters begin a word that stands for a secret. */
  beginsAsWord: 128,
} as const;

export type Looks = number;

const beginnings = new Uint8Array(128 * 128);

/** The look of texts that begin with one of the words, in small or large letters. */
export function startingWith(words: readonly string[]): Looks {
  for (const word of words) {
    // A word of one letter is followed by anything.
    const seconds = word.length > 1 ? [word.charCodeAt(1)] : [32, 45, 95];
    for (const second of seconds) beginnings[pairOf(word.charCodeAt(0), second)] = 1;
  }
  return looks.beginsAsWord;
}

export function looksOf(value: string): Looks {
  const first = value.charCodeAt(0);
  let seen: Looks = looks.any;
  if (first > 127) seen |= looks.beginsTwice;
  if (value.length > 1) {
    const second = value.charCodeAt(1);
    if (first === second) seen |= looks.beginsTwice;
    if (first < 128 && second < 128 && beginnings[pairOf(first, second)] === 1) seen |= looks.beginsAsWord;
  }
  let before = 0;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code === before || code > 127) seen |= looks.repeats;
    if (code === 40) seen |= looks.hasParenthesis;
    else if (code === 46) seen |= looks.hasDot;
    else if (code === 58) seen |= looks.hasColon;
    before = code;
  }
  return (before | 32) === E ? seen | looks.endsWithE : seen;
}

const E = 101;

function pairOf(first: number, second: number): number {
  return small(first) * 128 + small(second);
}

function small(code: number): number {
  return code >= 65 && code <= 90 ? code | 32 : code;
}
