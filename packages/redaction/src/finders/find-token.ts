import type { Finder, Scan } from '../scan.ts';
import type { TokenShape } from '../tokens/token-shape.ts';
import type { Probe } from '../trigger-table.ts';
import { isNameCharacter } from '../values/characters.ts';
import { isOpaque } from '../values/is-opaque.ts';
import { lineEndAt } from '../values/read-value.ts';
import { isBoundary } from './is-boundary.ts';

/** ghp_xxxxxxxxxxxx stands for a token. */
const mask = /^([xX0.*])\1{11}$/;
const run = /[\w-]*/y;

/** The finder of one shape of tokens. */
export function findToken(token: TokenShape): Finder {
  const { shape, before } = token;
  return (scan, at) => {
    const { text } = scan;
    if (!before && !isBoundary(text, at)) return at;
    if (at < (scan.failedUntil?.get(token) ?? 0)) return at;
    scan.tries++;
    shape.lastIndex = at;
    const match = shape.exec(text);
    if (!match) {
      const end = endOfRun(text, at);
      if (token.readsRun) noteFailure(scan, token, end);
      return before ? at : maskWrapped(scan, at, end);
    }
    const start = before ? startBefore(text, at, before) : at + (match[1] ?? '').length;
    const end = at + match[0].length;
    if (start < 0) return at;
    if (mask.test(text.slice(end - 12, end)) || (token.isOpaque && !isOpaque(text.slice(start, end)))) {
      noteFailure(scan, token, end);
      return at;
    }
    scan.spans.push({ start, end });
    return end;
  };
}

/** What a token goes on with behind a backslash and a line end. */
const nextLine = /\\\r?\n[ \t]{0,16}([\w-]{12,})/y;
const wrappedLengthMin = 8;

/** The beginning of a token at the end of a line: the rest of it may stand in the next one. */
function maskWrapped(scan: Scan, at: number, end: number): number {
  const { text } = scan;
  if (end - at < wrappedLengthMin) return at;
  if (lineEndAt(text, end) > 0 && end + lineEndAt(text, end) === text.length) scan.opens ??= { kind: 'words' };
  nextLine.lastIndex = end;
  const match = text.charCodeAt(end) === 92 ? nextLine.exec(text) : null;
  if (!match || !isOpaque(match[1]!)) return at;
  scan.spans.push({ start: at, end: nextLine.lastIndex });
  return nextLine.lastIndex;
}

/** A shape that reads a long run is not tried: the walk does it once for each run. */
export function mayBeToken({ shape, before, readsRun }: TokenShape): Probe {
  return (text, at) => {
    if (!before && !isBoundary(text, at)) return false;
    if (readsRun || isAtLineEnd(text, at)) return true;
    shape.lastIndex = at;
    return shape.test(text);
  };
}

/** Whether a word goes from here to a line end, within the length of what may be wrapped. */
function isAtLineEnd(text: string, from: number): boolean {
  let at = from;
  while (at - from < wrappedProbeLength && isNameCharacter(text.charCodeAt(at))) at++;
  return at - from >= wrappedLengthMin && (text.charCodeAt(at) === 10 || text.charCodeAt(at) === 13);
}

const wrappedProbeLength = 32;

/** Where the part before begins, or -1 where it is too short or no word of its own. */
function startBefore(text: string, at: number, { character, min, max }: NonNullable<TokenShape['before']>): number {
  let first = at;
  while (first > 0 && at - first < max && character.test(text[first - 1]!)) first--;
  for (let start = first; start <= at - min; start++) {
    // The letter of an escape, and the number of a colour, are no part of it.
    if (isBoundary(text, start) && !/[\\[;]/.test(text.charAt(start - 1))) return start;
  }
  return -1;
}

function endOfRun(text: string, at: number): number {
  run.lastIndex = at;
  run.exec(text);
  return run.lastIndex;
}

function noteFailure(scan: Scan, token: TokenShape, until: number): void {
  scan.failedUntil ??= new Map();
  scan.failedUntil.set(token, until);
}
