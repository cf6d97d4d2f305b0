import { setTimeout as sleep } from 'node:timers/promises';
import type { Contender } from '../contender.ts';
import { type Bench, type Experiment, findingOf, type Outcome } from '../experiment.ts';
import { type EventStreams, openEventStreams } from '../open-event-streams.ts';
import { median } from '../statistics.ts';
import { askNumber, withContender } from '../with-contender.ts';

const FEW = 10;
const MANY = 10_000;
const NOTIFICATIONS = 200;
const SETTLE_MS = 500;

/**
 * Goals 9 and 10: memory of open SSE connections, the time to notify one, few and many in turn, and how long a
 * broadcast holds the loop. The streams that hear everything are others than those that hear only their own.
 */
export const eventStreams: Experiment = {
  name: 'event streams',
  goals: [9, 10],
  async measure(bench) {
    const own = (name: string) => bench.contenders.own('event-streams', { name });
    const single = await withContender(own(`${FEW} streams`), async (few) => {
      const inner = await withContender(own(`${MANY} streams`), (many) => notifyInTurn(few, many, bench));
      if ('leftOut' in inner) throw new Error(inner.leftOut.reason);
      return inner.found;
    });
    const all = await withContender(own(`${MANY} viewers of one project`), (many) => broadcastInTurn(many, bench));
    const outcomes = [
      'found' in single ? outcomeOfSingle(single.found) : leftOut(single),
      'found' in all ? outcomeOfAll(all.found) : leftOut(all),
    ];
    return {
      findings: outcomes.flatMap(({ findings }) => findings),
      leftOut: outcomes.flatMap((outcome) => outcome.leftOut),
    };
  },
};

type Single = Awaited<ReturnType<typeof notifyInTurn>>;
type All = Awaited<ReturnType<typeof broadcastInTurn>>;

function outcomeOfSingle({ rssBytesEach, ratios, fewUs, manyUs }: Single): Outcome {
  const times = `${median(manyUs).toFixed(0)} us against ${median(fewUs).toFixed(0)} us`;
  return {
    findings: [
      { target: '9-stream', value: rssBytesEach, note: 'agents, each with a stream of its own' },
      ...findingOf('10-one', ratios, times),
    ],
    leftOut: [],
  };
}

function outcomeOfAll({ rssBytesEach, blocksMs }: All): Outcome {
  const note = `median ${median(blocksMs).toFixed(1)} ms; RSS of these streams ${Math.round(rssBytesEach)} B each`;
  return { findings: [{ target: '10-broadcast', value: Math.max(...blocksMs), note }], leftOut: [] };
}

function leftOut(side: { readonly leftOut: Outcome['leftOut'][number] }): Outcome {
  return { findings: [], leftOut: [side.leftOut] };
}

async function notifyInTurn(few: Contender, many: Contender, bench: Bench) {
  const fewStreams = await openOwn(few, FEW);
  const manyStreams = await openOwn(many, MANY);
  try {
    const ratios: number[] = [];
    const fewUs: number[] = [];
    const manyUs: number[] = [];
    const notifyFew = async () => fewUs.push(await notifyUs(few, fewStreams, FEW));
    const notifyMany = async () => manyUs.push(await notifyUs(many, manyStreams, MANY));
    for (let round = 1; round <= bench.rounds; round++) {
      for (const notify of round % 2 === 1 ? [notifyFew, notifyMany] : [notifyMany, notifyFew]) await notify();
      ratios.push(manyUs.at(-1)! / fewUs.at(-1)!);
      bench.progress(`  round ${round} of ${bench.rounds}: one of ${FEW} and one of ${MANY} notified`);
    }
    return { rssBytesEach: manyStreams.rssBytesEach, ratios, fewUs, manyUs };
  } finally {
    fewStreams.close();
    manyStreams.close();
  }
}

async function broadcastInTurn(many: Contender, bench: Bench) {
  const streams = await open(many, MANY, 'projectRequest');
  try {
    const blocksMs: number[] = [];
    for (let round = 1; round <= bench.rounds; round++) {
      blocksMs.push(await broadcastBlockMs(many, streams));
      bench.progress(`  round ${round} of ${bench.rounds}: all of ${MANY} notified`);
    }
    return { rssBytesEach: streams.rssBytesEach, blocksMs };
  } finally {
    streams.close();
  }
}

async function openOwn(contender: Contender, count: number) {
  await contender.ask('createAgents', count);
  return open(contender, count, 'request');
}

async function open(contender: Contender, count: number, question: string) {
  const port = await askNumber(contender, 'port');
  const rssBefore = await askNumber(contender, 'rssBytes');
  const requestOf = async (index: number) => `${await contender.ask(question, index)}`;
  const streams = await openEventStreams({ port, count, requestOf });
  await sleep(SETTLE_MS); // Events that greet a new stream must not count as deliveries.
  return { ...streams, rssBytesEach: ((await askNumber(contender, 'rssBytes')) - rssBefore) / count };
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
