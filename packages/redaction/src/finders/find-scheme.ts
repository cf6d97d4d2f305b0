import type { Finder, Scan } from '../scan.ts';
import { isOpaque } from '../values/is-opaque.ts';
import { isPlaceholder } from '../values/is-placeholder.ts';
import { isBoundary } from './is-boundary.ts';

const blanks = /(?:[ \t]{1,4}|%20)(?:\\\r?\n(?=[\s\S])[ \t]{0,16})?/y;
const credential = /(?:[A-Za-z0-9._~+/=%-]|\\\r?\n(?=[\s\S]))+/y;

/** A credential after its scheme, in a header or in a sentence: Bearer …, Basic …. */
export const findBearer: Finder = (scan, at) => {
  const value = readCredential(scan, at, 'bearer'.length);
  if (!value || !isOpaque(value.text.replace(/\\\r?\n/g, ''))) return at;
  scan.spans.push({ start: value.start, end: value.end });
  return value.end;
};

export const findBasic: Finder = (scan, at) => {
  const value = readCredential(scan, at, 'basic'.length);
  if (!value || !(isOpaque(value.text) || isUserAndPassword(value.text))) return at;
  scan.spans.push({ start: value.start, end: value.end });
  return value.end;
};

/** Only `response` and what it was made from are secret in the parameters of a digest; those are found by name. */
export const noteDigest: Finder = (scan, at) => {
  if (isBoundary(scan.text, at)) {
    scan.isDigest = true;
    scan.tries++;
  }
  return at;
};

type Credential = { readonly start: number; readonly end: number; readonly text: string };

function readCredential(scan: Scan, at: number, schemeLength: number): Credential | null {
  const { text } = scan;
  const next = text.charCodeAt(at + schemeLength);
  if ((next !== 32 && next !== 9 && next !== 37) || !isBoundary(text, at)) return null;
  scan.tries++;
  blanks.lastIndex = at + schemeLength;
  if (!blanks.test(text)) return null;
  const start = blanks.lastIndex;
  credential.lastIndex = start;
  const match = credential.exec(text);
  // realm="…" and other parameters are no credential.
  if (!match || /^[a-z_]{2,24}=/i.test(match[0]) || isPlaceholder(match[0])) return null;
  return { start, end: credential.lastIndex, text: match[0] };
}

function isUserAndPassword(text: string): boolean {
  if (text.length < 8 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return false;
  const decoded = Buffer.from(text.slice(0, 1024), 'base64').toString('latin1');
  return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(decoded);
}
