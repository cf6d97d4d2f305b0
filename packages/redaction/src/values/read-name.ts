import { limits } from '../limits.ts';

/** The name before a separator, and where it begins. `word` is its last word where it has several. */
export type Name = {
  readonly text: string;
  readonly word: string;
  readonly start: number;
  readonly isOptional: boolean;
  readonly isQuoted: boolean;
};

/** Reads the name that ends before an index: password, "password", \"password\", ['password'], password?. */
export function readName(text: string, before: number): Name | null {
  let at = before;
  const min = Math.max(0, before - limits.nameLengthMax - limits.blanksMax);
  while (at > min && isBlank(text.charCodeAt(at - 1))) at--;
  const isMarked = text[at - 1] === '?' || text[at - 1] === '!';
  const isOptional = isMarked && text[before] === ':';
  if (isMarked) at--;
  while (at > min && isBlank(text.charCodeAt(at - 1))) at--;
  if (text[at - 1] === ']') at--;
  const isQuoted = isQuote(text.charCodeAt(at - 1));
  if (isQuoted) {
    at--;
    while (at > min && text[at - 1] === '\\') at--;
  }
  const end = at;
  while (at > min && isNameCharacter(text.charCodeAt(at - 1))) at--;
  // The n of a line end in escaped text is no part of a name.
  if (text[at - 1] === '\\' && /[nrt]/.test(text[at] ?? '') && at + 1 < end) at++;
  if (at === end) return null;
  const word = text.slice(at, end);
  return { text: withWordBefore(text, at, word), word, start: at, isOptional, isQuoted };
}

/** "API key" and "secret key" are two words of one name. */
function withWordBefore(text: string, start: number, name: string): string {
  if (!/^(?:key|keys)$/i.test(name) || text[start - 1] !== ' ') return name;
  const word = /[A-Za-z]{2,16}$/.exec(text.slice(Math.max(0, start - 17), start - 1));
  return word ? `${word[0]}_${name}` : name;
}

function isNameCharacter(code: number): boolean {
  if (code >= 97) return code <= 122;
  // Letters, digits, and $ - . _
  return (
    (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 36 || code === 45 || code === 46 || code === 95
  );
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39 || code === 96;
}
