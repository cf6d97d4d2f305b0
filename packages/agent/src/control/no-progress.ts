import { createHash } from 'node:crypto';
import { canonicalJson } from '@countersign/contract';
import type { RequestedCall, ToldResult } from '../entry.ts';
import { limits } from '../limits.ts';
import type { Run } from '../run.ts';
import type { LimitReached } from './run-limits.ts';

const FINGERPRINT_LENGTH = 24;

/** W4: what a turn did and what came of it. What the model said meanwhile does not count. */
export function fingerprintOf(calls: readonly RequestedCall[], results: readonly ToldResult[]): string {
  const hash = createHash('sha256');
  for (const { toolName, args, problem } of calls) hash.update(canonicalJson([toolName, args, problem]));
  for (const { status, text } of results) hash.update(canonicalJson([status, text]));
  return hash.digest('hex').slice(0, FINGERPRINT_LENGTH);
}

type Watched = Pick<Run, 'fingerprints' | 'repeats'>;

/** The next turn's: for each length of a circle, how long turns have repeated what was that many turns before. */
export function watchTurn({ fingerprints, repeats }: Watched, fingerprint: string): Watched {
  const periods = Array.from({ length: limits.circleTurnsMax }, (_, index) => index + 1);
  return {
    fingerprints: [...fingerprints, fingerprint].slice(-limits.circleTurnsMax),
    repeats: periods.map((period) => (fingerprints.at(-period) === fingerprint ? (repeats[period - 1] ?? 0) + 1 : 0)),
  };
}

/** A person said something: what comes now is no longer more of the same. */
export const nothingWatched: Watched = { fingerprints: [], repeats: [] };

/** W4: a circle of so many turns that was gone round as often as it may be. */
export function noProgressOf(run: Watched & Pick<Run, 'control'>): (LimitReached & { readonly period: number }) | null {
  const threshold = run.control.noProgressTurns;
  const index = run.repeats.findIndex((count, place) => count >= (place + 1) * (threshold - 1));
  if (index === -1) return null;
  const period = index + 1;
  const what = period === 1 ? 'the same turn' : `the same ${period} turns`;
  const reason = `It did ${what} ${threshold} times with the same result.`;
  return { limit: 'no_progress', figure: threshold, threshold, period, reason };
}
