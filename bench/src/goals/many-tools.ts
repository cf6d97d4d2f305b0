import { compare } from '../compare.ts';
import { type Experiment, findingOf } from '../experiment.ts';
import { findVoidReason } from '../find-void-reason.ts';
import { interleave } from '../interleave.ts';

const LOAD = '32 at once';
const BASELINE = 'sqlite-commit-each';

/** Goal 14: the approval loop's p99 with 1000 tools registered against one. */
export const manyTools: Experiment = {
  name: 'approval loop with many tools',
  goals: [14],
  async measure(bench) {
    const one = bench.contenders.own('approval-loop', { name: '1 tool', settings: { tools: 1 } });
    const many = bench.contenders.own('approval-loop', { name: '1000 tools', settings: { tools: 1000 } });
    const rounds = await interleave({
      contenders: [bench.contenders.baseline(BASELINE), one, many],
      loads: { [LOAD]: { concurrency: 32, ms: bench.ms } },
      rounds: bench.rounds,
      progress: bench.progress,
    });
    const voidReason = findVoidReason(rounds, BASELINE);
    const ratios = compare(rounds, { load: LOAD, metric: 'p99Us', ours: many.name, theirs: [one.name] });
    return {
      findings: findingOf('14-tools', ratios),
      leftOut: rounds.leftOut,
      rounds,
      ...(voidReason ? { voidReason } : {}),
    };
  },
};
