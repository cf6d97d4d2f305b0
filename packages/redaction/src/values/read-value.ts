import { limits } from '../limits.ts';
import { isLetterOrDigit, isNameCharacter, isQuote } from './characters.ts';

const [BACKSLASH, AMPERSAND, NO_BREAK_SPACE] = [92, 38, 160] as const;

/** A value as it stands in a text: where it begins and ends, and where the walk goes on. */
export type Value = {
  readonly start: number;
  readonly end: number;
  readonly next: number;
  readonly text: string;
  /** The quote around it, or an empty text. */
  readonly quote: string;
  readonly isClosed: boolean;
};

/** What may stand before a quote that opens a text: b"…", @"…". */
const prefixes = 'bfruBFRU@$L';
const closersOnly = /[)\]}>]{1,16}[,;.:]{0,2}(?:\s|$|["'`\\])/y;
const escapeAhead = /\\+(?:[nrt]|["'`])/y;

/** Reads the value that begins at an index, in quotes or without. `outer` is the quote that the whole stands in. */
export function readValue(text: string, at: number, outer: string): Value {
  let quoteAt = at;
  if (prefixes.includes(text[at] ?? '')) quoteAt++;
  const from = quoteAt;
  while (text.charCodeAt(quoteAt) === BACKSLASH) quoteAt++;
  // A quote that closes the text around it opens no value: "Enter password: ".
  if (isQuote(text.charCodeAt(quoteAt)) && !(quoteAt === from && text[quoteAt] === outer)) {
    return readQuoted(text, quoteAt + 1, text.slice(from, quoteAt + 1));
  }
  const end = endOfBare(text, at, outer);
  return { start: at, end, next: end, text: text.slice(at, end), quote: '', isClosed: true };
}

/** The index after blanks, and after line ends that a backslash takes back. */
export function skipBlanks(text: string, at: number): number {
  let index = at;
  const max = at + limits.blanksMax;
  while (index < max) {
    const code = text.charCodeAt(index);
    if (code === 32 || code === 9) index++;
    else if (code === BACKSLASH && continuationAt(text, index) > 0) index += continuationAt(text, index);
    else break;
  }
  return index;
}

/** Length of the backslash at an index and the line end it takes back: 0 where no more text follows. */
function continuationAt(text: string, at: number): number {
  const length = lineEndAt(text, at + 1);
  return length > 0 && at + 1 + length < text.length ? 1 + length : 0;
}

/** Length of the line end at an index: 0 where there is none. */
export function lineEndAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 10) return 1;
  return code === 13 && text.charCodeAt(at + 1) === 10 ? 2 : 0;
}

/** The index of the quote that closes a value, or -1. It has no more backslashes before it than the one that opened. */
export function findClosing(text: string, from: number, quote: string): number {
  const sign = quote.at(-1)!;
  const depth = quote.length - 1;
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + 1)) {
    let backslashes = 0;
    while (at - backslashes > from && text[at - 1 - backslashes] === '\\') backslashes++;
    if (depth === 0 ? backslashes % 2 === 0 : backslashes <= depth) return at - (depth === 0 ? 0 : backslashes);
  }
  return -1;
}

function readQuoted(text: string, from: number, quote: string): Value {
  const triple = quote.length === 1 && text.startsWith(quote + quote, from);
  const start = triple ? from + 2 : from;
  const closing = triple ? text.indexOf(quote.repeat(3), start) : findClosing(text, start, quote);
  const end = closing >= 0 ? closing : endOfContent(text);
  return {
    start: Math.min(start, end),
    end,
    next: closing >= 0 ? Math.min(text.length, closing + quote.length * (triple ? 3 : 1)) : text.length,
    text: text.slice(start, end),
    quote: triple ? quote.repeat(3) : quote,
    isClosed: closing >= 0,
  };
}

/** Where the text ends without its last line end. */
export function endOfContent(text: string): number {
  if (!text.endsWith('\n')) return text.length;
  return text.length - (text.endsWith('\r\n') ? 2 : 1);
}

function endOfBare(text: string, from: number, outer: string): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) break;
    // Letters and digits are most of every value.
    if (isLetterOrDigit(code)) continue;
    if (code === BACKSLASH) {
      const continuation = continuationAt(text, at);
      if (continuation > 0) at += continuation - 1;
      else if ((outer !== '' && matchesAt(escapeAhead, text, at)) || isQuote(text.charCodeAt(at + 1))) break;
    } else if (stopsBare(text, at, outer)) break;
  }
  return at;
}

function stopsBare(text: string, at: number, outer: string): boolean {
  const next = text.charCodeAt(at + 1);
  switch (text[at]) {
    case '<':
      return true;
    case '"':
    case "'":
    case '`':
      return text[at] === outer || !isLetterOrDigit(next);
    case ',':
    case ';':
      return endsWord(next) || isPairAhead(text, at + 1);
    case '&':
      return next === AMPERSAND || endsWord(next) || isPairAhead(text, at + 1);
    case '#':
      // The fragment of an address; a value with a sign in it goes on.
      return next >= 97 && next <= 122 && /^#[a-z][a-z-]{0,15}(?:\s|$)/.test(text.slice(at, at + 18));
    case ')':
    case ']':
    case '}':
    case '>':
      return matchesAt(closersOnly, text, at);
    default:
      return false;
  }
}

/** After a separator: a blank, a quote, a backslash, or nothing. */
function endsWord(code: number): boolean {
  return code <= 32 || isQuote(code) || code === BACKSLASH || code === NO_BREAK_SPACE || Number.isNaN(code);
}

const pairNameLengthMax = 40;

/** Whether another name with its value follows: `,user=bob`, `;user: …`. */
function isPairAhead(text: string, from: number): boolean {
  let at = from;
  while (at - from <= pairNameLengthMax && isNameCharacter(text.charCodeAt(at))) at++;
  if (at === from || at - from > pairNameLengthMax) return false;
  if (isQuote(text.charCodeAt(at))) at++;
  if (text.charCodeAt(at) === 32) at++;
  const sign = text.charCodeAt(at);
  return sign === 61 || sign === 58;
}

function matchesAt(shape: RegExp, text: string, at: number): boolean {
  shape.lastIndex = at;
  return shape.test(text);
}
