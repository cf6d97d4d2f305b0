import { limits } from '../limits.ts';
import type { Finder, Scan } from '../scan.ts';
import { isOpaque } from '../values/is-opaque.ts';
import { isCount, isSecretName, mayBeSecretName } from '../values/is-secret-name.ts';
import { type Name, readName } from '../values/read-name.ts';
import { lineEndAt, readValue, skipBlanks, type Value } from '../values/read-value.ts';
import { isHarmless } from './is-harmless.ts';
import { maskCookies, maskList, maskScheme } from './mask-parts.ts';
import { isPairValue, isPartOfPair, notePairName } from './named-pair.ts';

const separator = /[=:>~]{1,3}/y;
const blockHeader = /[|>][-+0-9]{0,3}[ \t]*(?:#.*)?\r?\n?$/y;
const digestSecrets = /^(?:response|nonce|cnonce|opaque)$/i;
const typed = /[ \t]*[\w<>[\]|&'. ]{1,60}=[ \t]*(?=["'`])/y;

/** A value after its name: `NAME=…`, `"name": "…"`, `name := …`, `'name' => …`, `name="…"`. */
export const findAssignment: Finder = (scan, at) => {
  const { text } = scan;
  const name = readName(text, at);
  if (name === null || !concernsSecrets(scan, name.word)) return at;
  separator.lastIndex = at;
  separator.test(text);
  const sign = text.slice(at, separator.lastIndex);
  if (sign === '::' || text.startsWith('://', at)) return at;
  const from = skipBlanks(text, separator.lastIndex);
  const isStrong = isSecret(scan, name, at);
  notePairName(scan, name.word, from);
  if (!isStrong && !mayBeSecretName(name.text)) return at;
  if (isStrong && opensBelow(scan, sign, from, at)) return text.length;
  const special = isStrong ? maskByKind(scan, name, from) : at;
  if (special > from) return special;
  return maskValue(scan, name, sign, isStrong, at, from);
};

/** `["Authorization", "…"]`, `('password', '…')`, `"--password", "…"`: the value has to look like one. */
export const findListed: Finder = (scan, at) => {
  const { text } = scan;
  const name = readName(text, at);
  if (!name?.isQuoted || !isSecretName(name.text.replace(/^-+/, ''))) return at;
  const from = skipBlanks(text, at + 1);
  const value = readValue(text, from, scan.quote);
  if (value.quote === '' || !value.isClosed) return at;
  const special = maskByKind(scan, name, from);
  if (special > from) return special;
  const isFlag = name.text.startsWith('--') && !value.text.startsWith('-');
  if (isHarmless(value, name, scan.text, ',') || !(isFlag || isOpaque(value.text))) return at;
  scan.spans.push({ start: value.start, end: value.end, quote: value.quote });
  return value.next;
};

/** Most names are of nothing: they are passed by without a look at what follows. */
function concernsSecrets(scan: Scan, word: string): boolean {
  if (word.length < 2) return false;
  if (isSecretName(word) || mayBeSecretName(word) || isPartOfPair(word)) return true;
  return scan.isDigest && digestSecrets.test(word);
}

function isSecret(scan: Scan, name: Name, at: number): boolean {
  if (isSecretName(name.text) || isPairValue(scan, name.text, at)) return true;
  return scan.isDigest && digestSecrets.test(name.text);
}

/** A value that stands in the lines below its name. */
function opensBelow(scan: Scan, sign: string, from: number, at: number): boolean {
  const { text } = scan;
  if (sign !== ':') return false;
  blockHeader.lastIndex = from;
  if (blockHeader.test(text)) scan.opens = { kind: 'block', indent: indentOf(text) };
  else if (from >= text.length || lineEndAt(text, from) > 0) scan.opens = { kind: 'words' };
  return scan.opens !== null && from > at;
}

/** Values that are secret only in part. Returns where the walk goes on, or the same index. */
function maskByKind(scan: Scan, name: Name, from: number): number {
  const kind = name.text.toLowerCase();
  if (/cookies?2?$/.test(kind)) return maskCookies(scan, from, kind.includes('set'));
  if (scan.text[from] === '[') return maskList(scan, from);
  return maskScheme(scan, from);
}

function maskValue(scan: Scan, name: Name, sign: string, isStrong: boolean, at: number, from: number): number {
  let value = readValue(scan.text, from, scan.quote);
  const typeEnd = endOfType(scan.text, value);
  if (typeEnd > 0) value = readValue(scan.text, typeEnd, scan.quote);
  else if (name.isOptional) return at;
  const isLong = value.text.length > limits.placeholderLengthMax;
  if (!isLong && (isHarmless(value, name, scan.text, sign) || isCount(name.text, value.text))) return at;
  if (!isStrong && !isLong && !isOpaque(value.text)) return at;
  scan.spans.push({ start: value.start, end: value.end, quote: value.quote });
  if (!value.isClosed) scan.opens = { kind: 'quote', quote: value.quote };
  return value.next;
}

/** `password: str = "…"`: the value stands after the type. Returns its index, or 0. */
function endOfType(text: string, value: Value): number {
  if (value.quote !== '' || !/[&A-Za-z]/.test(text[value.start] ?? '') || value.text.length > limits.nameLengthMax)
    return 0;
  typed.lastIndex = value.start;
  return typed.test(text) ? typed.lastIndex : 0;
}

/** How far a line is indented, behind what programs put before lines: +, -, line numbers. */
export function indentOf(line: string): number {
  const content = line.replace(/^(?:[+-](?=\s)|\s{0,8}\d{1,7}(?:\t|→|[:|] ?)|[\w./-]{1,80}[:-]\d{1,7}[:-])/, '');
  return content.length - content.replace(/^[ \t]+/, '').length;
}
