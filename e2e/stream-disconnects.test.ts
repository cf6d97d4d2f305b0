import { describeOnEachDatabase } from '@countersign/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readReadme } from './harness/calls.ts';
import { blocksOf, openRawStream, type RawBlock } from './harness/raw-stream.ts';
import { ownStage, type Stage } from './harness/stage.ts';
import { toldSince } from './harness/told-since.ts';

const viewers = 5;
const disconnectsEach = 80;
/** Fewer bytes than the head of a stream, up to several messages. */
const cutAfterBytesMax = 700;
/** Set it to the seed that a failure names, to see the same again. */
const seed = Number(process.env.E2E_SEED ?? Date.now() % 2 ** 31);

/** A few seconds where nothing else runs; this is for machines that are busy. */
const timeoutMs = 90_000;

describeOnEachDatabase('viewers whose connections break all the time', (database) => {
  it(
    'hear every event once and in order, over 400 connections cut anywhere [P2, L2]',
    async () => {
      const stage = await ownStage(database);
      const start = await stage.server.plane.store.headSeq();
      const isOver = new AbortController();
      const producing = produce(stage, isOver.signal);
      const cut = fc.integer({ min: 0, max: cutAfterBytesMax });
      const cuts = fc.sample(fc.array(cut, { minLength: disconnectsEach, maxLength: disconnectsEach }), {
        numRuns: viewers,
        seed,
      });
      const heard = await Promise.all(cuts.map((each) => hearInPieces(stage, start, each)));
      isOver.abort();
      await producing;

      const expected = await toldSince(stage, start);
      for (const places of heard) {
        places.push(...(await hearRest(stage, places.at(-1) ?? start, expected.at(-1)!)));
        expect(places, `seed ${seed}`).toEqual(expected);
      }
      expect(expected.length, 'something has to happen meanwhile').toBeGreaterThan(disconnectsEach / 2);
    },
    timeoutMs,
  );
});

async function hearInPieces(stage: Stage, start: number, cuts: readonly number[]): Promise<number[]> {
  const heard: number[] = [];
  for (const bytes of cuts) heard.push(...(await hearUntilCut(stage, heard.at(-1) ?? start, bytes)));
  return heard;
}

async function hearRest(stage: Stage, position: number, last: number): Promise<number[]> {
  if (position === last) return [];
  const stream = await connect(stage, position);
  await stream.until((text) => text.includes(`id: ${last}\n`) && text.endsWith('\n\n'));
  stream.destroy();
  return placesOf(stream.blocks);
}

function connect(stage: Stage, lastEventId: number) {
  const path = `/my/projects/${stage.projectId}/chat/stream`;
  return openRawStream(stage.url, path, { token: stage.cast.owner, lastEventId }).then((stream) => stream.read());
}

/** Reads so many bytes and hangs up, in the middle of whatever comes. */
async function hearUntilCut(stage: Stage, position: number, bytes: number): Promise<number[]> {
  const stream = await connect(stage, position);
  await stream.until((text) => text.length >= bytes);
  stream.destroy();
  return placesOf(blocksOf(stream.text.slice(0, bytes)));
}

function placesOf(blocks: readonly RawBlock[]): number[] {
  return blocks.filter(({ event }) => event !== null).map(({ id }) => id!);
}

/** Calls that are allowed and then withdrawn, until told to stop: two messages each. */
async function produce({ agent, projectId }: Stage, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { tool_id } = await agent.executeTool(projectId, readReadme);
    await agent.toolCalls.cancel(projectId, tool_id);
  }
}
