import type { Finder, Scan } from '../scan.ts';
import type { TokenShape } from '../tokens/token-shape.ts';
import type { Probe } from '../trigger-table.ts';
import { isOpaque } from '../values/is-opaque.ts';
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
      if (token.readsRun) noteFailure(scan, token, endOfRun(text, at));
      return at;
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

/** A shape that reads a long run is not tried: the walk does it once for each run. */
export function mayBeToken({ shape, before, readsRun }: TokenShape): Probe {
  return (text, at) => {
    if (!before && !isBoundary(text, at)) return false;
    if (readsRun) return true;
    shape.lastIndex = at;
    return shape.test(text);
  };
}

/** Where the part before begins, or -1 where it is too short or no word of its own. */
function startBefore(text: string, at: number, { character, min, max }: NonNullable<TokenShape['before']>): number {
  let first = at;
  while (first > 0 && at - first < max && character.test(text[first - 1]!)) first--;
  for (let start = first; start <= at - min; start++) {
    // The letter of an escape, and the number of a colour, are no part of it.
    if (isBoundary(text, start) && !/[\\[;]/.test(text[start - 1] ?? ' ')) return start;
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
