import { limits } from '../limits.ts';
import type { Finder } from '../scan.ts';
import type { Probe } from '../trigger-table.ts';
import { isBlank } from '../values/characters.ts';
import { isOpaque } from '../values/is-opaque.ts';
import { isPlaceholder } from '../values/is-placeholder.ts';
import { isSecretName } from '../values/is-secret-name.ts';
import { readName } from '../values/read-name.ts';
import { readValue, skipBlanks } from '../values/read-value.ts';

/** Words after which a secret may stand without any sign between: netrc, commands, sentences. */
export const spacedWords: readonly string[] = [
  'password',
  'passwd',
  'passphrase',
  'token',
  'secret',
  'key',
  'by',
  'apikey',
  'psk',
  'requirepass',
  'masterauth',
].flatMap((word) => [word, word.toUpperCase(), word[0]!.toUpperCase() + word.slice(1)]);

/** `password X`, `IDENTIFIED BY 'X'`, `#define API_KEY "X"`: only where X looks like a secret. */
export const findSpaced =
  (word: string): Finder =>
  (scan, at) => {
    const { text } = scan;
    const after = at + word.length;
    if (!isBlank(text.charCodeAt(after))) return at;
    const from = startOfValue(text, after);
    if (!isLongWord(text, from)) return at;
    scan.tries++;
    const value = readValue(text, from, scan.quote);
    if (!isOpaque(value.text) || !/^[\w\-+/=.~!@#$%^*]+$/.test(value.text)) return at;
    const name = readName(text, after);
    const isNamed =
      name !== null && (isSecretName(name.text) || /\bidentified by$/i.test(text.slice(after - 13, after)));
    if (!isNamed || isPlaceholder(value.text)) return at;
    scan.spans.push({ start: value.start, end: value.end, quote: value.quote });
    return value.next;
  };

export const mayBeSpaced =
  (word: string): Probe =>
  (text, at) => {
    const after = at + word.length;
    return isBlank(text.charCodeAt(after)) && isLongWord(text, startOfValue(text, after));
  };

/** The value stands behind blanks, in the next cell of a table, or behind `is`. */
function startOfValue(text: string, after: number): number {
  const from = skipBlanks(text, after);
  if (text.charCodeAt(from) === PIPE) return skipBlanks(text, from + 1);
  return text.startsWith('is ', from) ? skipBlanks(text, from + 3) : from;
}

const PIPE = 124;

/** What is shorter than an opaque word, or holds blanks, is none: most words that follow are. */
function isLongWord(text: string, from: number): boolean {
  for (let at = from; at < from + limits.opaqueLengthMin; at++) {
    if (!(text.charCodeAt(at) > 32)) return false;
  }
  return true;
}
