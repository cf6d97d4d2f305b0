import { compare } from '../compare.ts';
import type { Contender } from '../contender.ts';
import { type Bench, type Experiment, type Finding, findingOf, type Outcome } from '../experiment.ts';
import { findVoidReason } from '../find-void-reason.ts';
import { interleave, type Rounds } from '../interleave.ts';
import { mcpFilesystem } from '../peers.ts';
import { median } from '../statistics.ts';

const TREE_MS_MAX = 10 * 60_000;

/** Goal 12, by tool: each against the program that users would pick instead, on a tree of 100,000 files. */
export const grepTool = fileTool(
  'grep',
  (bench) => ({ theirs: bench.contenders.baseline('ripgrep'), loads: ['grep'] }),
  (rounds, ours, theirs) => findingOf('12-grep', ratiosOf(rounds, 'grep', ours, theirs)),
);
export const findTool = fileTool(
  'find',
  (bench) => ({ theirs: bench.contenders.baseline('fd'), loads: ['find'] }),
  (rounds, ours, theirs) => findingOf('12-find', ratiosOf(rounds, 'find', ours, theirs)),
);
export const readTools = fileTool(
  'read and ls',
  (bench) => ({ theirs: bench.contenders.peer(mcpFilesystem), loads: ['read', 'ls', 'lsNames'] }),
  slowerOfBoth,
);

type Sides = (bench: Bench) => { readonly theirs: Contender; readonly loads: readonly string[] };

function fileTool(
  name: string,
  sides: Sides,
  findings: (rounds: Rounds, ours: string, theirs: string) => readonly Finding[],
): Experiment {
  return {
    name: `${name} on 100,000 files`,
    goals: [12],
    async measure(bench): Promise<Outcome> {
      const { theirs, loads } = sides(bench);
      const ours = bench.contenders.own('file-tools', { name, startMsMax: TREE_MS_MAX });
      const rounds = await interleave({
        // Ours comes first: it makes the tree where there is none yet.
        contenders: [ours, theirs],
        loads: Object.fromEntries(loads.map((operation) => [operation, { concurrency: 1, ms: bench.ms, operation }])),
        rounds: bench.rounds,
        progress: bench.progress,
      });
      const voidReason = findVoidReason(rounds, theirs.name);
      return {
        findings: findings(rounds, ours.name, theirs.name),
        leftOut: rounds.leftOut,
        rounds,
        ...(voidReason ? { voidReason } : {}),
      };
    },
  };
}

/**
 * One number for two tools: that of the one that does worse. Our listing tells sizes and times, and is held against the
 * peer's that tells sizes; the one that tells names alone stands beside it.
 */
function slowerOfBoth(rounds: Rounds, ours: string, theirs: string): readonly Finding[] {
  const both = ['read', 'ls']
    .map((load) => ({ load, ratios: ratiosOf(rounds, load, ours, theirs) }))
    .filter(({ ratios }) => ratios.length > 0)
    .toSorted((one, other) => median(other.ratios) - median(one.ratios));
  const names = ratiosOf(rounds, 'lsNames', ours, theirs);
  const note = [
    ...both.map(({ load, ratios }) => `${load} ${median(ratios).toFixed(2)}x`),
    ...(names.length === 0 ? [] : [`ls / its listing of names alone ${median(names).toFixed(2)}x`]),
  ].join(', ');
  return findingOf('12-read', both[0]?.ratios ?? [], note);
}

function ratiosOf(rounds: Rounds, load: string, ours: string, theirs: string): number[] {
  return compare(rounds, { load, metric: 'p50Us', ours, theirs: [theirs] });
}

/** Goal 12: an edit against reading and writing the file, all ours. */
export const editTool: Experiment = {
  name: 'edit against read and write',
  goals: [12],
  async measure(bench) {
    const ours = bench.contenders.own('file-tools', { name: 'edit', startMsMax: TREE_MS_MAX });
    const load = (operation: string) => ({ concurrency: 1, ms: bench.ms, operation });
    const rounds = await interleave({
      contenders: [ours],
      loads: { edit: load('edit'), readAndWrite: load('readAndWrite') },
      rounds: bench.rounds,
      progress: bench.progress,
    });
    const byRound = Map.groupBy(rounds.samples, ({ round }) => round);
    const ratios = [...byRound.values()].flatMap((samples) => {
      const p50 = (name: string) => samples.find((sample) => sample.load === name)?.p50Us;
      const [edit, both] = [p50('edit'), p50('readAndWrite')];
      return edit === undefined || both === undefined ? [] : [edit / both];
    });
    return { findings: findingOf('12-edit', ratios), leftOut: rounds.leftOut, rounds };
  },
};
