import type { Rounds } from './interleave.ts';
import { spread } from './statistics.ts';

const BASELINE_SPREAD_MAX = 2;

/** Why nothing can be concluded, if the bare baseline moved too much between rounds or took no part. */
export function findVoidReason(rounds: Rounds, baseline: string): string | undefined {
  const samples = rounds.samples.filter((sample) => sample.contender === baseline);
  if (rounds.samples.length === 0) return undefined;
  if (samples.length === 0) return `the bare baseline, ${baseline}, took no part`;
  for (const [load, group] of Map.groupBy(samples, (sample) => sample.load)) {
    const moved = spread(group.map((sample) => sample.perSecond));
    if (moved > BASELINE_SPREAD_MAX) return `${baseline} (${load}) moved ${moved.toFixed(1)}x between rounds`;
  }
  return undefined;
}
