import { compare } from '../compare.ts';
import type { Baseline } from '../contenders.ts';
import { type Experiment, findingOf } from '../experiment.ts';
import { findVoidReason } from '../find-void-reason.ts';
import { interleave } from '../interleave.ts';
import type { OwnProgram } from '../own-programs.ts';

const LOAD = '64 at once';

/** Goal 8, once for each database: our store against one commit for each change. */
export const stateChangesSqlite = stateChanges('8-sqlite', 'state-changes-sqlite', 'sqlite-commit-each');
export const stateChangesPostgres = stateChanges('8-postgres', 'state-changes-postgres', 'postgres-one-connection');

function stateChanges(target: string, program: OwnProgram, baseline: Baseline): Experiment {
  return {
    name: `state changes against ${baseline}`,
    goals: [8],
    async measure(bench) {
      const ours = bench.contenders.own(program);
      const rounds = await interleave({
        contenders: [bench.contenders.baseline(baseline), ours],
        loads: { [LOAD]: { concurrency: 64, ms: bench.ms } },
        rounds: bench.rounds,
        progress: bench.progress,
      });
      const voidReason = findVoidReason(rounds, baseline);
      const ratios = compare(rounds, { load: LOAD, metric: 'perSecond', ours: ours.name, theirs: [baseline] });
      return {
        findings: findingOf(target, ratios),
        leftOut: rounds.leftOut,
        rounds,
        ...(voidReason ? { voidReason } : {}),
      };
    },
  };
}
