import { findAssignment, findListed } from './finders/find-assignment.ts';
import { findElement, noteTag } from './finders/find-element.ts';
import { findLongFlag, findShortFlag, noteProgram, programs } from './finders/find-flag.ts';
import { findPrivateKey, findPuttyKey } from './finders/find-private-key.ts';
import { findBasic, findBearer, noteDigest } from './finders/find-scheme.ts';
import { findSpaced, spacedWords } from './finders/find-spaced.ts';
import { findToken } from './finders/find-token.ts';
import { findUrlCredential } from './finders/find-url-credential.ts';
import { marker } from './marker.ts';
import type { Finder, NamedPair, Scan } from './scan.ts';
import { allTokens } from './tokens/all-tokens.ts';
import { triggerTable } from './trigger-table.ts';

/** Which text calls which finder. Nothing else is looked at: the walk is linear. */
const triggers = triggerTable([
  [marker, (_, at) => at + marker.length],
  ...allTokens.flatMap((token) => token.begins.map((text): [string, Finder] => [text, findToken(token)])),
  ['-----BEGIN ', findPrivateKey],
  ['---- BEGIN ', findPrivateKey],
  ['Private-Lines:', findPuttyKey],
  ['://', findUrlCredential],
  ...['Bearer', 'bearer', 'BEARER'].map((text): [string, Finder] => [text, findBearer]),
  ...['Basic', 'basic', 'BASIC'].map((text): [string, Finder] => [text, findBasic]),
  ['Digest ', noteDigest],
  ...programs.map((program): [string, Finder] => [program, noteProgram(program)]),
  ['-', findShortFlag],
  ['--', findLongFlag],
  ...spacedWords.map((word): [string, Finder] => [word, findSpaced(word)]),
  ['<', noteTag],
  ['>', findElement],
  [',', findListed],
  ['=', findAssignment],
  [':', findAssignment],
  ['"', noteQuote],
  ["'", noteQuote],
]);

/** Looks through one line (or a window of it). `pair` is what the line before said about a value in this one. */
export function findSecrets(text: string, pair: NamedPair | null): Scan {
  const scan: Scan = {
    text,
    spans: [],
    opens: null,
    quote: '',
    pair,
    program: '',
    isDigest: false,
    tagAt: -1,
    hasNoKeyEnd: false,
    url: { end: -1, lastAt: -1 },
    failedUntil: null,
  };
  let at = 0;
  while (at < text.length) at = triggers.visit(scan, at);
  return scan;
}

/** Whether nothing between two indexes calls any finder. */
export function isPlain(text: string, from: number, to: number): boolean {
  return !triggers.isCalled(text, from, to);
}

/** Keeps track of the quotes that the walk is inside of; an apostrophe inside a word is none. */
function noteQuote(scan: Scan, at: number): number {
  const sign = scan.text[at]!;
  if (scan.text[at - 1] === '\\') return at;
  if (scan.quote === sign) scan.quote = '';
  else if (scan.quote === '' && !(sign === "'" && /[A-Za-z0-9]/.test(scan.text[at - 1] ?? ''))) scan.quote = sign;
  return at;
}
