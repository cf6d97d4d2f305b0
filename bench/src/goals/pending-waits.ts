import type { Contender } from '../contender.ts';
import type { Experiment, Finding } from '../experiment.ts';
import { askNumber, withContender } from '../with-contender.ts';

const WAITS = 100_000;
const HELD_REQUESTS = 2_000;
/** Enough for what is used only at the start to be collected before, not within, what is measured. */
const WARM_UP_PART = 0.1;

const kinds = [
  { target: '9-watched', question: 'addWatchedWaits' },
  { target: '9-unwatched', question: 'addUnwatchedWaits' },
] as const;

/**
 * Goal 9: live heap of 100,000 pending calls, with and without someone waiting, each in a fresh process. Beside it, for
 * no target, what it is with the request that is held open, sockets included.
 */
export const pendingWaits: Experiment = {
  name: 'memory of pending waits',
  goals: [9],
  async measure(bench) {
    const findings: Finding[] = [];
    const heapBytes = (question: string, count: number) => {
      bench.progress(`  ${question}: ${count}`);
      return withContender(bench.contenders.own('pending-waits'), (contender) =>
        heapBytesEach(contender, question, count),
      );
    };
    const held = await heapBytes('addHeldRequests', HELD_REQUESTS);
    const note = 'found' in held ? { note: `${Math.round(held.found)} B as an open request` } : {};
    for (const { target, question } of kinds) {
      const side = await heapBytes(question, WAITS);
      if ('leftOut' in side) return { findings, leftOut: [side.leftOut] };
      findings.push({ target, value: side.found, ...(target === '9-watched' ? note : {}) });
    }
    return { findings, leftOut: 'leftOut' in held ? [held.leftOut] : [] };
  },
};

async function heapBytesEach(contender: Contender, question: string, count: number) {
  await contender.ask(question, count * WARM_UP_PART); // What is made once must not be shared out over the waits.
  const before = await askNumber(contender, 'heapBytes');
  await contender.ask(question, count);
  return ((await askNumber(contender, 'heapBytes')) - before) / count;
}
