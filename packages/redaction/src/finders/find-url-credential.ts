import { limits } from '../limits.ts';
import type { Finder, Scan } from '../scan.ts';
import type { Probe } from '../trigger-table.ts';
import { isLetterOrDigit } from '../values/characters.ts';
import { isOpaque } from '../values/is-opaque.ts';
import { isPlaceholder } from '../values/is-placeholder.ts';

const run = /[^\s"'`<>\\]*/y;
const authorityRun = /[^\s"'`<>\\/?#]*/y;
const isPort = /^\d{0,5}$/;

/** The password of an address (`scheme://user:password@host`), or a user that is a token. */
export const findUrlCredential: Finder = (scan, at) => {
  const { text } = scan;
  if (!isLetterOrDigit(text.charCodeAt(at - 1))) return at;
  scan.tries++;
  const from = at + '://'.length;
  if (from > scan.urlEnd) noteRun(scan, from);
  const userinfo = userinfoOf(scan, from);
  if (userinfo === null) return at;
  const colon = userinfo.indexOf(':');
  const user = colon < 0 ? userinfo : userinfo.slice(0, colon);
  if (user.length >= 16 && isOpaque(user) && !isPlaceholder(user))
    scan.spans.push({ start: from, end: from + user.length });
  const password = colon < 0 ? '' : userinfo.slice(colon + 1);
  if (!isPlaceholder(password) || wordsOfPasswords.test(password)) {
    scan.spans.push({ start: from + colon + 1, end: from + userinfo.length });
  }
  return from + userinfo.length;
};

/** Words that elsewhere stand for a secret are passwords here: people do choose them. */
const wordsOfPasswords = /^(?:password|secret|token|changeme|example|default|text)$/i;

/** The run of an address is looked through once, however many addresses seem to begin in it. */
function noteRun(scan: Scan, from: number): void {
  run.lastIndex = from;
  run.test(scan.text);
  scan.urlEnd = run.lastIndex;
  scan.urlLastAt = scan.text.slice(from, run.lastIndex).lastIndexOf('@') + from;
}

/** What stands before the @ of the host, or null. A password may itself have @ and / in it. */
function userinfoOf({ text, urlEnd, urlLastAt }: Scan, from: number): string | null {
  if (urlLastAt < from) return null;
  authorityRun.lastIndex = from;
  const authority = authorityRun.exec(text)![0];
  const at = authority.lastIndexOf('@');
  if (at >= 0) return authority.slice(0, at);
  const colon = authority.indexOf(':');
  const hasMore = from + authority.length < urlEnd;
  if (!hasMore || colon < 0 || isPort.test(authority.slice(colon + 1)) || authority.startsWith('[')) return null;
  return text.slice(from, urlLastAt);
}

/** An address without @ holds none. A long one is left to the walk, which looks through it once. */
export const mayHoldCredential: Probe = (text, at) => {
  if (!isLetterOrDigit(text.charCodeAt(at - 1))) return false;
  for (let index = at; index < at + limits.addressProbeLength; index++) {
    const code = text.charCodeAt(index);
    if (code === 64) return true;
    if (!(code > 32) || code === 34 || code === 39 || code === 96 || code === 60 || code === 62) return false;
  }
  return true;
};
