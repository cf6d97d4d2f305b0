import { setTimeout as sleep } from 'node:timers/promises';
import type { Contender } from '../contender.ts';
import { type Experiment, findingOf } from '../experiment.ts';
import { type EventStreams, openEventStreams } from '../open-event-streams.ts';
import { median } from '../statistics.ts';
import { askNumber, withContender } from '../with-contender.ts';

const FEW = 10;
const MANY = 10_000;
const NOTIFICATIONS = 200;
const SETTLE_MS = 500;

/** Goals 9 and 10: memory of open SSE connections, and the time to notify one and all, few and many in turn. */
export const eventStreams: Experiment = {
  name: 'event streams',
  goals: [9, 10],
  async measure(bench) {
    const own = (name: string) => bench.contenders.own('event-streams', { name });
    const side = await withContender(own(`${FEW} streams`), async (few) => {
      const inner = await withContender(own(`${MANY} streams`), (many) => race(few, many, bench));
      if ('leftOut' in inner) throw new Error(inner.leftOut.reason);
      return inner.found;
    });
    if ('leftOut' in side) return { findings: [], leftOut: [side.leftOut] };

    const { rssBytesEach, ratios, blocksMs } = side.found;
    return {
      findings: [
        { target: '9-stream', value: rssBytesEach },
        ...findingOf('10-one', ratios),
        { target: '10-broadcast', value: Math.max(...blocksMs), note: `median ${median(blocksMs).toFixed(1)} ms` },
      ],
      leftOut: [],
    };
  },
};

async function race(few: Contender, many: Contender, bench: { rounds: number; progress(line: string): void }) {
  const rssBefore = await askNumber(many, 'rssBytes');
  const fewStreams = await open(few, FEW);
  const manyStreams = await open(many, MANY);
  try {
    await sleep(SETTLE_MS); // Events that greet a new stream must not count as deliveries.
    const rssBytesEach = ((await askNumber(many, 'rssBytes')) - rssBefore) / MANY;
    const ratios: number[] = [];
    const blocksMs: number[] = [];
    const notifyFew = () => notifyUs(few, fewStreams, FEW);
    const notifyMany = () => notifyUs(many, manyStreams, MANY);
    for (let round = 1; round <= bench.rounds; round++) {
      const isForward = round % 2 === 1;
      const first = await (isForward ? notifyFew() : notifyMany());
      const second = await (isForward ? notifyMany() : notifyFew());
      ratios.push(isForward ? second / first : first / second);
      blocksMs.push(await broadcastBlockMs(many, manyStreams));
      bench.progress(`  round ${round} of ${bench.rounds} done`);
    }
    return { rssBytesEach, ratios, blocksMs };
  } finally {
    fewStreams.close();
    manyStreams.close();
  }
}

async function open(contender: Contender, count: number) {
  const port = await askNumber(contender, 'port');
  return openEventStreams({ port, count, requestOf: async (index) => `${await contender.ask('request', index)}` });
}

async function notifyUs(contender: Contender, streams: EventStreams, count: number) {
  const times: number[] = [];
  for (let notification = 0; notification < NOTIFICATIONS; notification++) {
    const delivered = streams.delivered(1);
    times.push(await askNumber(contender, 'notifyOne', (notification * 37) % count));
    await delivered;
  }
  return median(times);
}

async function broadcastBlockMs(contender: Contender, streams: EventStreams) {
  await contender.ask('watchLoop');
  const delivered = streams.delivered(MANY);
  await contender.ask('broadcast');
  await delivered;
  return askNumber(contender, 'loopBlockMsMax');
}
