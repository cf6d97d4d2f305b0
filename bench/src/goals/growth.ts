import { compare } from '../compare.ts';
import { type Experiment, type Finding, findingOf } from '../experiment.ts';
import { findVoidReason } from '../find-void-reason.ts';
import { interleave, type Rounds } from '../interleave.ts';
import { median } from '../statistics.ts';

const FILL_MS_MAX = 30 * 60_000;
const operations = ['submit', 'decide', 'getRecent', 'listPending'] as const;

/** Goal 11: the same four operations on a small database, on one with many finished and on one with many pending calls. */
export const growth: Experiment = {
  name: 'growth',
  goals: [11],
  async measure(bench) {
    const own = (name: string, settings: { finished: number; pending: number }) =>
      bench.contenders.own('growth', { name, settings, startMsMax: FILL_MS_MAX });
    const small = own('small', { finished: 1_000, pending: 100 });
    const finished = bench.isQuick
      ? own('100k finished', { finished: 100_000, pending: 100 })
      : own('1M finished', { finished: 1_000_000, pending: 100 });
    const pending = own('100k pending', { finished: 1_000, pending: 100_000 });

    const loads = operations.map((operation) => [operation, { concurrency: 1, ms: bench.ms, operation }] as const);
    const rounds = await interleave({
      contenders: [small, finished, pending],
      loads: Object.fromEntries(loads),
      rounds: bench.rounds,
      progress: bench.progress,
    });
    const voidReason = findVoidReason(rounds, small.name);
    return {
      findings: [
        ...slowestGrowth('11-finished', rounds, finished.name, small.name),
        ...slowestGrowth('11-pending', rounds, pending.name, small.name),
      ],
      leftOut: rounds.leftOut,
      rounds,
      ...(voidReason ? { voidReason } : {}),
    };
  },
};

function slowestGrowth(target: string, rounds: Rounds, large: string, small: string): Finding[] {
  const grown = operations
    .map((load) => ({ load, ratios: compare(rounds, { load, metric: 'p50Us', ours: large, theirs: [small] }) }))
    .filter(({ ratios }) => ratios.length > 0)
    .toSorted((a, b) => median(b.ratios) - median(a.ratios));
  const sizes = large.replace('ours: ', '');
  const note = grown.map(({ load, ratios }) => `${load} ${median(ratios).toFixed(2)}x`).join(', ');
  return findingOf(target, grown[0]?.ratios ?? [], `${note} (${sizes})`);
}
