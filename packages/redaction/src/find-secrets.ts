import { findAssignment, findListed, mayAssign, mayList } from './finders/find-assignment.ts';
import { findElement, mayBeElement, noteTag } from './finders/find-element.ts';
import { findLongFlag, findShortFlag, mayBeFlag, noteProgram, programs } from './finders/find-flag.ts';
import { findPrivateKey, findPuttyKey } from './finders/find-private-key.ts';
import { findBasic, findBearer, noteDigest } from './finders/find-scheme.ts';
import { findSpaced, mayBeSpaced, spacedWords } from './finders/find-spaced.ts';
import { findToken, mayBeToken } from './finders/find-token.ts';
import { findUrlCredential, mayHoldCredential } from './finders/find-url-credential.ts';
import { isBoundary } from './finders/is-boundary.ts';
import { noteVariable } from './finders/named-pair.ts';
import { marker } from './marker.ts';
import type { Finder, NamedPair, Scan } from './scan.ts';
import { allTokens } from './tokens/all-tokens.ts';
import { always, never, type Probe, type Trigger, triggerTable } from './trigger-table.ts';
import { isLetterOrDigit } from './values/characters.ts';

/** Which text calls which finder. Nothing else is looked at: the walk is linear. */
const triggers = triggerTable(
  [
    on([marker], (_, at) => at + marker.length, never),
    ...allTokens.map((token) => on(token.begins, findToken(token), mayBeToken(token))),
    on(['-----BEGIN ', '---- BEGIN '], findPrivateKey, always),
    on(['Private-Lines:'], findPuttyKey, always),
    on(['://'], findUrlCredential, mayHoldCredential),
    on(['Bearer', 'bearer', 'BEARER'], findBearer, isBoundary),
    on(['Basic', 'basic', 'BASIC'], findBasic, isBoundary),
    on(['Digest '], noteDigest, isBoundary),
    on(['variable "'], noteVariable, always),
    ...programs.map((program) => on([program], noteProgram(program), isBoundary)),
    on(['-'], findShortFlag, never),
    on(['--'], findLongFlag, mayBeFlag),
    ...spacedWords.map((word) => on([word], findSpaced(word), mayBeSpaced(word))),
    on(['<'], noteTag, mayBeElement),
    on(['>'], findElement, never),
    on([','], findListed, mayList),
    on(['=', ':'], findAssignment, mayAssign),
    on(['"', "'"], noteQuote, never),
  ].flat(),
);

function on(texts: readonly string[], find: Finder, mayFind: Probe): readonly Trigger[] {
  return texts.map((text) => ({ text, find, mayFind }));
}

/** A scan for many walks: there are as many walks as lines, and nothing of one is needed in the next. */
export function createScan(): Scan {
  return {
    text: '',
    spans: [],
    tries: 0,
    opens: null,
    quote: '',
    pair: null,
    program: '',
    isDigest: false,
    tagAt: -1,
    hasNoKeyEnd: false,
    urlEnd: -1,
    urlLastAt: -1,
    failedUntil: null,
  };
}

/** Looks through one line (or a window of it). `pair` is what the line before said about a value in this one. */
export function findSecrets(scan: Scan, text: string, pair: NamedPair | null): void {
  scan.text = text;
  scan.spans.length = 0;
  scan.tries = 0;
  scan.opens = null;
  scan.quote = '';
  scan.pair = pair;
  scan.program = '';
  scan.isDigest = false;
  scan.tagAt = -1;
  scan.hasNoKeyEnd = false;
  scan.urlEnd = -1;
  scan.urlLastAt = -1;
  scan.failedUntil = null;
  triggers.walk(scan);
}

/** Whether a whole line between two indexes may hold a secret, or say something about the next one. */
export function mayHoldSecret(text: string, from: number, to: number): boolean {
  return triggers.mayFind(text, from, to);
}

/** Keeps track of the quotes that the walk is inside of; an apostrophe inside a word is none. */
function noteQuote(scan: Scan, at: number): number {
  const sign = scan.text[at]!;
  const before = scan.text.charCodeAt(at - 1);
  if (before === 92) return at;
  if (scan.quote === sign) scan.quote = '';
  else if (scan.quote === '' && !(sign === "'" && isLetterOrDigit(before))) scan.quote = sign;
  return at;
}
