import { describe, expect, it } from 'vitest';
import { type Death, live } from './lives.ts';
import { openStage, type Stage } from './stage.ts';

/** Ten calls, some of them together, one that is not valid and one that a person has to be asked about. */
const call = (name: string, place: number) => ({ name, arguments: { place } });
const answers = [
  { text: 'One.', tool_calls: [call('count', 1)] },
  { tool_calls: [call('count', 2), call('count', 3), call('count', 4)] },
  { tool_calls: [call('count', 5), { name: 'count', arguments: 'no object' }] },
  { tool_calls: [call('ask', 6), call('count', 7)] },
  { tool_calls: [call('count', 8), call('nothing_there', 0), call('count', 9)] },
  { tool_calls: [call('count', 10)] },
  { text: 'The sum is {{last_result}}.' },
];

function open(): Stage & { readonly counted: number[] } {
  const counted: number[] = [];
  const stage = openStage({
    answers,
    tools: {
      count: ({ place }) => {
        counted.push(place as number);
        return { result: `${counted.reduce((sum, each) => sum + each, 0)}` };
      },
      ask: () => 'asks',
    },
  });
  return { ...stage, counted };
}

/** Lives one after the other; who is asked approves. Whoever dies is followed by another. */
async function liveOn(stage: Stage, deaths: readonly (Death | null)[]): Promise<number> {
  for (let lives = 0; lives < 100; lives += 1) {
    const rest = await live(stage, deaths[lives] ?? null);
    if (rest === 'dead') continue;
    if (rest.kind === 'over') return lives + 1;
    if (rest.kind === 'waiting')
      for (const { callId } of stage.gateway.pending()) stage.gateway.decide(callId, { result: 'yes' });
    else throw new Error(`it came to rest as ${rest.kind}`);
  }
  throw new Error('it did not end');
}

function expectRight({ journal, gateway, counted }: ReturnType<typeof open>): void {
  expect(journal.run).toMatchObject({ status: 'completed', end: { answer: 'The sum is 49.' }, turn: 7 });
  expect(counted.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 10]);
  expect(gateway.executed).toHaveLength(10);
  expect(new Set(gateway.executed.map(({ callId }) => callId)).size).toBe(10);
  expect(journal.run.version).toBe(journal.commits + 1);
}

describe('a run whose process dies', () => {
  it('ends with the right answer when nobody dies [W2]', async () => {
    const stage = open();
    await liveOn(stage, []);
    expectRight(stage);
  });

  it('goes on from its last commit, at whatever call of a port it happens, and makes no tool call twice [W2]', async () => {
    let deaths = 0;
    // In its first life, which ends where a person is asked, and in the one after the answer.
    for (const before of [[], [null]]) {
      for (const when of ['before', 'after'] as const) {
        for (let atCall = 1; ; atCall += 1) {
          const stage = open();
          const lives = await liveOn(stage, [...before, { atCall, when }]);
          expectRight(stage);
          // Only the person's answer parts two lives: it lived through all of its calls.
          if (lives === 2) break;
          deaths += 1;
        }
      }
    }
    expect(deaths).toBeGreaterThan(60);
  });

  it('goes on when it dies again and again [W2]', async () => {
    for (let every = 4; every <= 9; every += 1) {
      for (const when of ['before', 'after'] as const) {
        const stage = open();
        await liveOn(
          stage,
          Array.from({ length: 60 }, () => ({ atCall: every, when })),
        );
        expectRight(stage);
      }
    }
  });

  it('is right even when two processes work on it at once [W2]', async () => {
    const stage = open();
    for (let round = 0; stage.journal.run.end === null && round < 50; round += 1) {
      await Promise.all([live(stage, null), live(stage, null), live(stage, null)]);
      for (const { callId } of stage.gateway.pending()) stage.gateway.decide(callId, { result: 'yes' });
      stage.clock.advance(2_000);
    }
    expectRight(stage);
  });
});
