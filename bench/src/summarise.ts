import type { Rounds } from './interleave.ts';
import { median } from './statistics.ts';

export type Summary = {
  readonly contender: string;
  readonly load: string;
  readonly perSecond: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly n: number;
  readonly durability: string;
};

/** The medians over the rounds, one row a contender and load. */
export function summarise(rounds: Rounds): Summary[] {
  const groups = Map.groupBy(rounds.samples, (sample) => `${sample.load}\n${sample.contender}`);
  return [...groups.values()].map((samples) => ({
    contender: samples[0]!.contender,
    load: samples[0]!.load,
    perSecond: median(samples.map((sample) => sample.perSecond)),
    p50Us: median(samples.map((sample) => sample.p50Us)),
    p99Us: median(samples.map((sample) => sample.p99Us)),
    n: samples.reduce((sum, sample) => sum + sample.n, 0),
    durability: rounds.durability[samples[0]!.contender] ?? '',
  }));
}
