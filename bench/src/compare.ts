import type { Rounds } from './interleave.ts';

type Metric = 'perSecond' | 'p50Us' | 'p99Us';

export type Comparison = {
  readonly load: string;
  readonly metric: Metric;
  readonly ours: string;
  /** With several, ours is held against the best of them in each round. */
  readonly theirs: readonly string[];
};

/** One ratio a round, ours to the best of theirs; empty when a side is missing. */
export function compare(rounds: Rounds, comparison: Comparison): number[] {
  const { load, metric, ours, theirs } = comparison;
  const best = metric === 'perSecond' ? Math.max : Math.min;
  const byRound = Map.groupBy(
    rounds.samples.filter((sample) => sample.load === load),
    (sample) => sample.round,
  );
  return [...byRound.values()].flatMap((samples) => {
    const our = samples.find((sample) => sample.contender === ours)?.[metric];
    const their = samples.filter((sample) => theirs.includes(sample.contender)).map((sample) => sample[metric]);
    return our === undefined || their.length === 0 ? [] : [our / best(...their)];
  });
}
