import type { Contender } from '../contender.ts';
import type { Experiment } from '../experiment.ts';
import { langGraph } from '../peers.ts';
import { askNumber, withContender } from '../with-contender.ts';

const WARM_UP = { concurrency: 32, ms: 200 };

/** Goal 14: how much a database grows by one approval. Bytes do not vary with the machine's load: one run is enough. */
export const diskPerApproval: Experiment = {
  name: 'disk per approval',
  goals: [14],
  async measure(bench) {
    const measure = (contender: Contender) => {
      bench.progress(`  ${contender.name}`);
      return withContender(contender, () => growthBytes(contender, bench.ms));
    };
    const theirs = await measure(bench.contenders.peer(langGraph));
    const ours = await measure(bench.contenders.own('approval-loop'));
    const leftOut = [theirs, ours].flatMap((side) => ('leftOut' in side ? [side.leftOut] : []));
    if ('found' in theirs) bench.progress(`  ${langGraph.name} keeps ${Math.round(theirs.found)} B an approval`);
    if (!('found' in theirs && 'found' in ours)) return { findings: [], leftOut };
    const note = `${Math.round(ours.found)} B against ${Math.round(theirs.found)} B`;
    return { findings: [{ target: '14-disk', value: ours.found / theirs.found, note }], leftOut };
  },
};

async function growthBytes(contender: Contender, ms: number) {
  await contender.run(WARM_UP);
  const before = await askNumber(contender, 'diskBytes');
  const { n } = await contender.run({ concurrency: 32, ms });
  return ((await askNumber(contender, 'diskBytes')) - before) / n;
}
