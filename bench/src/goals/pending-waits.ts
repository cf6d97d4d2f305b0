import type { Contender } from '../contender.ts';
import type { Experiment, Finding } from '../experiment.ts';
import { askNumber, withContender } from '../with-contender.ts';

const WAITS = 100_000;
const WARM_UP_WAITS = 1_000;

const kinds = [
  { target: '9-watched', question: 'addWatchedWaits' },
  { target: '9-unwatched', question: 'addUnwatchedWaits' },
] as const;

/** Goal 9: live heap of 100,000 pending calls, with and without someone waiting, each in a fresh process. */
export const pendingWaits: Experiment = {
  name: 'memory of pending waits',
  goals: [9],
  async measure(bench) {
    const findings: Finding[] = [];
    for (const { target, question } of kinds) {
      bench.progress(`  ${question}: ${WAITS}`);
      const side = await withContender(bench.contenders.own('pending-waits'), (contender) =>
        heapBytesEach(contender, question),
      );
      if ('leftOut' in side) return { findings, leftOut: [side.leftOut] };
      findings.push({ target, value: side.found });
    }
    return { findings, leftOut: [] };
  },
};

async function heapBytesEach(contender: Contender, question: string) {
  await contender.ask(question, WARM_UP_WAITS); // What is made once must not be shared out over the waits.
  const before = await askNumber(contender, 'heapBytes');
  await contender.ask(question, WAITS);
  return ((await askNumber(contender, 'heapBytes')) - before) / WAITS;
}
