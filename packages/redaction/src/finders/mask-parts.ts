import type { Scan } from '../scan.ts';
import { isOpaque } from '../values/is-opaque.ts';
import { isPlaceholder } from '../values/is-placeholder.ts';
import { findClosing, readValue } from '../values/read-value.ts';

const scheme =
  /[\\"'`]{0,4}(?:bearer|basic|token|apikey|api-key|bot|negotiate|ntlm|key|sso-key|ssws|genie-?key|splunk|hmac|jwt|oauth|dpop|digest|aws4-hmac-sha256)(?:[ \t]{1,8}(?:\\\r?\n(?=[\s\S])[ \t]{0,16})?|%20)(?=[^\s=])/iy;
/** What a scheme begins with, by the code of the character: few values do. */
const mayBeScheme: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[\\"'`batnksghjod]/i.test(String.fromCharCode(code)),
);
const parameters = /digest|aws4|oauth|hmac/i;
const pair = /\s{0,4}([^\s=;,"'`\\]{1,128})=("?)([^;"'`\\\r\n]*)/y;

/** `Bearer X`: the scheme is kept. Returns where the walk goes on, or the same index. */
export function maskScheme(scan: Scan, from: number): number {
  const { text } = scan;
  if (!mayBeScheme[text.charCodeAt(from)]) return from;
  scheme.lastIndex = from;
  const match = scheme.exec(text);
  if (!match) return from;
  // A digest has parameters; the secret ones are found by their names.
  if (parameters.test(match[0]) && /^[\w-]{1,24}=/.test(text.slice(scheme.lastIndex, scheme.lastIndex + 26))) {
    scan.isDigest = true;
    return scheme.lastIndex;
  }
  const quote = /^\\*["'`]/.exec(match[0])?.[0] ?? '';
  const start = scheme.lastIndex;
  const closing = quote === '' ? -1 : findClosing(text, start, quote);
  const end = closing >= 0 ? closing : readValue(text, start, scan.quote).end;
  if (!isPlaceholder(text.slice(start, end))) scan.spans.push({ start, end, quote });
  return closing >= 0 ? closing + quote.length : end;
}

/** Every value of Cookie, and the first of Set-Cookie: the rest says how long and where it is valid. */
export function maskCookies(scan: Scan, from: number, isSet: boolean): number {
  const { text } = scan;
  let at = from;
  while (/["'`\\[ ]/.test(text.charAt(at)) && at < from + 8) at++;
  let found = from;
  for (;;) {
    pair.lastIndex = at;
    const match = pair.exec(text);
    if (!match) return found;
    found = pair.lastIndex;
    const value = match[3]!;
    const end = found - (value.length - value.trimEnd().length);
    if (!isPlaceholder(value.trim())) scan.spans.push({ start: found - value.length, end });
    if (isSet || text[found] !== ';') return found;
    at = found + 1;
  }
}

/** ["…", "…"]: every text of the list, and bare words that look like a secret. */
export function maskList(scan: Scan, from: number): number {
  let at = from + 1;
  for (;;) {
    while (/[\s,]/.test(scan.text[at] ?? '')) at++;
    if (at >= scan.text.length) {
      scan.opens = { kind: 'list' };
      return at;
    }
    const value = readValue(scan.text, at, '');
    if (value.quote === '') {
      if (!isOpaque(value.text)) return at > from + 1 ? at : from;
      scan.spans.push({ start: value.start, end: value.end });
      at = value.end;
      continue;
    }
    if (!value.isClosed) return from;
    if (!isPlaceholder(value.text)) scan.spans.push({ start: value.start, end: value.end, quote: value.quote });
    at = value.next;
  }
}
