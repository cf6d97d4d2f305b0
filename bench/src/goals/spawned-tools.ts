import { compare } from '../compare.ts';
import type { Contender } from '../contender.ts';
import { type Bench, type Experiment, findingOf } from '../experiment.ts';
import { findVoidReason } from '../find-void-reason.ts';
import { interleave } from '../interleave.ts';
import { median } from '../statistics.ts';
import { askNumber, withContender } from '../with-contender.ts';

const BASELINE = 'bare-spawn';
const SMALL_MEGABYTES = 60;
const LARGE_MEGABYTES = 1024;

/** Goal 13: what a command costs against the size of who asks for it, and what the sandbox costs against a bare spawn. */
export const spawnedTools: Experiment = {
  name: 'spawned tools',
  goals: [13],
  async measure(bench) {
    const own = (name: string, megabytes: number) =>
      bench.contenders.own('spawned-tools', { name, settings: { megabytes } });
    const small = own('60 MB', SMALL_MEGABYTES);
    const large = own('1 GB', LARGE_MEGABYTES);
    const rounds = await interleave({
      contenders: [bench.contenders.baseline(BASELINE), small, large],
      loads: {
        true: { concurrency: 1, ms: bench.ms, operation: 'true' },
        bash: { concurrency: 1, ms: bench.ms, operation: 'bash' },
      },
      rounds: bench.rounds,
      progress: bench.progress,
    });
    const p50 = (load: string, ours: Contender, theirs: string) =>
      compare(rounds, { load, metric: 'p50Us', ours: ours.name, theirs: [theirs] });
    const blocks = await withContender(own('1 GB, watched', LARGE_MEGABYTES), (watched) => blocksMs(watched, bench));
    const voidReason = findVoidReason(rounds, BASELINE);
    const bashRatios = p50('bash', small, BASELINE);
    const bashNote = bashRatios.length === 0 ? '' : `; ${median(bashRatios).toFixed(2)}x where it is bash`;
    return {
      findings: [
        ...findingOf('13-size', p50('true', large, small.name)),
        ...('found' in blocks ? [blockFinding(blocks.found)] : []),
        ...findingOf('13-bubblewrap', p50('true', small, BASELINE), `/bin/true, by the helper${bashNote}`),
      ],
      leftOut: [...rounds.leftOut, ...('leftOut' in blocks ? [blocks.leftOut] : [])],
      rounds,
      ...(voidReason ? { voidReason } : {}),
    };
  },
};

function blockFinding(found: readonly number[]) {
  return {
    target: '13-block',
    value: median(found),
    note: `of each round: ${found.map((ms) => ms.toFixed(1)).join(', ')} ms`,
  };
}

/** The longest block of each round; the first round also starts what is started once. */
async function blocksMs(watched: Contender, bench: Bench): Promise<number[]> {
  const load = { concurrency: 1, ms: bench.ms, operation: 'true' };
  await watched.run(load);
  const found: number[] = [];
  for (let round = 1; round <= bench.rounds; round++) {
    await watched.ask('watchLoop');
    await watched.run(load);
    found.push(await askNumber(watched, 'loopBlockMsMax'));
  }
  return found;
}
