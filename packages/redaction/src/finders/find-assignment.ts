import { limits } from '../limits.ts';
import type { Finder, Scan } from '../scan.ts';
import type { Probe } from '../trigger-table.ts';
import { isQuote } from '../values/characters.ts';
import { isOpaque } from '../values/is-opaque.ts';
import { isCount, isSecretName, kindsOfName, nameKinds } from '../values/is-secret-name.ts';
import { type Name, readName } from '../values/read-name.ts';
import { lineEndAt, readValue, skipBlanks, type Value } from '../values/read-value.ts';
import { endOfWords } from './end-of-words.ts';
import { isChosenWord } from './is-chosen-word.ts';
import { isHarmless } from './is-harmless.ts';
import { maskCookies, maskList, maskScheme } from './mask-parts.ts';
import { isPairValue, notePairName } from './named-pair.ts';

const { secret, maybeSecret, pairName, pairValue, digest, cookies, counted, query, chosen } = nameKinds;
const blockHeader = /[|>][-+0-9]{0,3}[ \t]*(?:#.*)?\r?\n?$/y;
const typed = /[ \t]*[\w<>[\]|&'. ]{1,60}=[ \t]*(?=["'`])/y;
const separatorLengthMax = 3;

/** A value after its name: `NAME=…`, `"name": "…"`, `name := …`, `'name' => …`, `name="…"`. */
export const findAssignment: Finder = (scan, at) => {
  const { text } = scan;
  const name = readName(text, at);
  if (name === null) return at;
  const word = kindsOfName(name.word);
  if ((word & concerned) === 0 && !(scan.isDigest && (word & digest) !== 0)) {
    return at;
  }
  scan.tries++;
  const signEnd = endOfSign(text, at);
  const sign = text.slice(at, signEnd);
  if (sign === '::' || text.startsWith('://', at)) return at;
  const from = skipBlanks(text, signEnd);
  const kinds = name.text === name.word ? word : kindsOfName(name.text);
  const isStrong = (kinds & secret) !== 0 || isPairValue(scan, kinds, at) || (scan.isDigest && (kinds & digest) !== 0);
  if ((word & pairName) !== 0) notePairName(scan, from);
  if (!isStrong && (kinds & maybeSecret) === 0 && !isParameter(text, name, kinds)) return at;
  if (isStrong && opensBelow(scan, sign, from)) return text.length;
  const special = isStrong ? maskByKind(scan, name, kinds, from) : from;
  if (special > from) return special;
  return maskValue(scan, name, kinds, sign, isStrong, at, from);
};

/** `["Authorization", "…"]`, `('password', '…')`, `"--password", "…"`: the value has to look like one. */
export const findListed: Finder = (scan, at) => {
  const { text } = scan;
  if (!isQuote(text.charCodeAt(at - 1))) return at;
  const name = readName(text, at);
  if (name === null || !isSecretName(name.text)) return at;
  scan.tries++;
  const from = skipBlanks(text, at + 1);
  const value = readValue(text, from, scan.quote);
  if (value.quote === '' || !value.isClosed) return at;
  const special = maskByKind(scan, name, kindsOfName(name.text), from);
  if (special > from) return special;
  const isFlag = name.text.startsWith('--') && !value.text.startsWith('-');
  if (isHarmless(value, name, scan.text, ',') || !(isFlag || isOpaque(value.text))) return at;
  scan.spans.push({ start: value.start, end: value.end, quote: value.quote });
  return value.next;
};

const concerned = secret | maybeSecret | pairName | pairValue | query;

/** The name before tells: most names are of nothing. Parameters of a digest follow a word that is found itself. */
export const mayAssign: Probe = (text, at, from) => {
  const name = readName(text, at, from);
  return name !== null && (kindsOfName(name.word) & concerned) !== 0;
};

export const mayList: Probe = (text, at, from) => {
  if (!isQuote(text.charCodeAt(at - 1))) return false;
  const name = readName(text, at, from);
  return name !== null && isSecretName(name.text);
};

/** Signs between a name and its value: = : > ~, up to three. */
function endOfSign(text: string, from: number): number {
  let at = from;
  while (at - from < separatorLengthMax) {
    const code = text.charCodeAt(at);
    if (code !== 61 && code !== 58 && code !== 62 && code !== 126) break;
    at++;
  }
  return at;
}

/** A value that stands in the lines below its name. */
function opensBelow(scan: Scan, sign: string, from: number): boolean {
  const { text } = scan;
  if (sign !== ':') return false;
  const code = text.charCodeAt(from);
  if (code === 124 || code === 62) {
    blockHeader.lastIndex = from;
    if (blockHeader.test(text)) scan.opens = { kind: 'block', indent: indentOf(text) };
  } else if (from >= text.length || lineEndAt(text, from) > 0) scan.opens = { kind: 'words' };
  return scan.opens !== null;
}

/** Values that are secret only in part. Returns where the walk goes on, or the same index. */
function maskByKind(scan: Scan, name: Name, kinds: number, from: number): number {
  if ((kinds & cookies) !== 0) return maskCookies(scan, from, /set/i.test(name.text));
  if (scan.text.charCodeAt(from) === 91) return maskList(scan, from);
  return maskScheme(scan, from);
}

function maskValue(
  scan: Scan,
  name: Name,
  kinds: number,
  sign: string,
  isStrong: boolean,
  at: number,
  from: number,
): number {
  let value = readValue(scan.text, from, scan.quote);
  const typeEnd = endOfType(scan.text, value);
  if (typeEnd > 0) value = readValue(scan.text, typeEnd, scan.quote);
  else if (name.isOptional) return at;
  const isLong = value.text.length > limits.placeholderLengthMax;
  const end = sign === ':' && isStrong ? endOfWords(scan.text, name, value) : value.end;
  const isChosen = (kinds & chosen) !== 0 && isChosenWord(value, name, sign);
  if (!isLong && end === value.end && !isChosen && isHarmless(value, name, scan.text, sign)) return at;
  if (!isLong && (kinds & counted) !== 0 && isCount(name.text, value.text)) return at;
  if (!isStrong && !isLong && !isOpaque(value.text)) return at;
  scan.spans.push({ start: value.start, end, quote: value.quote });
  if (!value.isClosed) scan.opens = { kind: 'quote', quote: value.quote };
  return Math.max(end, value.next);
}

/** ?code=… of an address that somebody comes back to after a login. */
function isParameter(text: string, { start }: Name, kinds: number): boolean {
  return (kinds & query) !== 0 && (text[start - 1] === '?' || text[start - 1] === '&');
}

/** `password: str = "…"`: the value stands after the type. Returns its index, or 0. */
function endOfType(text: string, value: Value): number {
  if (value.quote !== '' || value.text.length > limits.nameLengthMax) return 0;
  const next = text.charCodeAt(value.end);
  // A type ends with the value, or goes on after a blank or a sign.
  if (next !== 32 && next !== 9 && next !== 60 && next !== 38 && next !== 62 && !value.text.includes('=')) return 0;
  if (!/[&A-Za-z]/.test(text.charAt(value.start))) return 0;
  typed.lastIndex = value.start;
  return typed.test(text) ? typed.lastIndex : 0;
}

/** How far a line is indented, behind what programs put before lines: +, -, line numbers. */
export function indentOf(line: string): number {
  const content = line.replace(/^(?:[+-](?=\s)|\s{0,8}\d{1,7}(?:\t|→|[:|] ?)|[\w./-]{1,80}[:-]\d{1,7}[:-])/, '');
  return content.length - content.replace(/^[ \t]+/, '').length;
}
