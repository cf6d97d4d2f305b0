import type { Experiment } from '../experiment.ts';
import { median, percentile } from '../statistics.ts';
import { askNumber, withContender } from '../with-contender.ts';

const ARRIVALS = 100;
const WARM_UP = 10;
const PENDING = 10_000;
const LONG_FRAME_MS = 50;

/** Goal 16: how soon a person sees what arrives, and whether a long list is as quick as a short one. */
export const inboxPage: Experiment = {
  name: 'the page',
  goals: [16],
  async measure(bench) {
    const side = await withContender(bench.contenders.own('inbox-page'), async (contender) => {
      const arrivalsMs: number[] = [];
      for (let asked = 0; asked < WARM_UP + ARRIVALS; asked += 1) {
        const ms = await askNumber(contender, 'arrivalMs');
        if (asked >= WARM_UP) arrivalsMs.push(ms);
      }
      bench.progress(`  ${ARRIVALS} arrivals: p50 ${median(arrivalsMs).toFixed(1)} ms`);
      await contender.ask('addPending', PENDING);
      const firstMs: number[] = [];
      for (let round = 1; round <= bench.rounds; round += 1) firstMs.push(await askNumber(contender, 'firstRowsMs'));
      const frames = await askNumber(contender, 'scroll');
      return {
        arrivalsMs,
        firstMs,
        frames,
        frameMs: (await askNumber(contender, 'frameP95Us')) / 1000,
        longFrames: await askNumber(contender, 'framesLongerThan', LONG_FRAME_MS),
      };
    });
    if ('leftOut' in side) return { findings: [], leftOut: [side.leftOut] };
    const { arrivalsMs, firstMs, frames, frameMs, longFrames } = side.found;
    const note = `p50 ${median(arrivalsMs).toFixed(1)} ms of ${ARRIVALS}`;
    return {
      findings: [
        { target: '16-arrival', value: percentile(arrivalsMs, 0.95), note },
        { target: '16-first', value: median(firstMs), perRound: firstMs },
        { target: '16-scroll', value: frameMs, note: `${longFrames} of ${frames} frames above ${LONG_FRAME_MS} ms` },
      ],
      leftOut: [],
    };
  },
};
