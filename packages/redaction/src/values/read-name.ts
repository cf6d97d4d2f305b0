import { limits } from '../limits.ts';
import { isBlank, isNameCharacter, isQuote } from './characters.ts';

/** The name before a separator, and where it begins. `word` is its last word where it has several. */
export type Name = {
  readonly text: string;
  readonly word: string;
  readonly start: number;
  readonly isOptional: boolean;
  readonly isQuoted: boolean;
};

/** Reads the name that ends before an index: password, "password", \"password\", ['password'], password?. */
export function readName(text: string, before: number, from = 0): Name | null {
  let at = before;
  const min = Math.max(from, before - limits.nameLengthMax - limits.blanksMax);
  while (at > min && isBlank(text.charCodeAt(at - 1))) at--;
  if (at === min) return null;
  let last = text.charCodeAt(at - 1);
  const isMarked = last === QUESTION || last === EXCLAMATION;
  if (isMarked) {
    at--;
    while (at > min && isBlank(text.charCodeAt(at - 1))) at--;
    last = text.charCodeAt(at - 1);
  }
  if (at > min && last === BRACKET) last = text.charCodeAt(--at - 1);
  const isQuoted = at > min && isQuote(last);
  if (isQuoted) {
    at--;
    while (at > min && text.charCodeAt(at - 1) === BACKSLASH) at--;
  }
  const end = at;
  while (at > min && isNameCharacter(text.charCodeAt(at - 1))) at--;
  // The n of a line end in escaped text is no part of a name.
  if (at > from && text.charCodeAt(at - 1) === BACKSLASH && at + 1 < end && isEscapeLetter(text.charCodeAt(at))) at++;
  if (at === end) return null;
  const word = text.slice(at, end);
  const isOptional = isMarked && text.charCodeAt(before) === COLON;
  return { text: withWordBefore(text, at, word), word, start: at, isOptional, isQuoted };
}

const [QUESTION, EXCLAMATION, BRACKET, BACKSLASH, COLON] = [63, 33, 93, 92, 58] as const;

/** "API key" and "secret key" are two words of one name. */
function withWordBefore(text: string, start: number, name: string): string {
  if (name.length > 4 || text[start - 1] !== ' ' || !/^keys?$/i.test(name)) return name;
  const word = /[A-Za-z]{2,16}$/.exec(text.slice(Math.max(0, start - 17), start - 1));
  return word ? `${word[0]}_${name}` : name;
}

/** n, r or t. */
function isEscapeLetter(code: number): boolean {
  return code === 110 || code === 114 || code === 116;
}
