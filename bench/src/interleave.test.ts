import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import type { Contender, LoadResult } from './contender.ts';
import { findVoidReason } from './find-void-reason.ts';
import { interleave } from './interleave.ts';

const result = (perSecond: number): LoadResult => ({ n: 1, perSecond, p50Us: 1e6 / perSecond, p99Us: 1e6 / perSecond });

/** Its first run is the warm-up; then one rate a round. */
function scripted(name: string, rates: readonly (number | Error)[], log: string[] = []): Contender {
  let runs = -1;
  return {
    name,
    start: async () => {},
    run: async () => {
      const rate = runs < 0 ? 1 : rates[runs]!;
      if (runs++ >= 0) log.push(name);
      if (rate instanceof Error) throw rate;
      return result(rate);
    },
    ask: async () => 'in memory',
    stop: async () => {
      log.push(`stop ${name}`);
    },
  };
}

const run = (contenders: readonly Contender[], rounds: number) =>
  interleave({ contenders, rounds, loads: { all: { concurrency: 1, ms: 1 } }, progress: () => {} });

describe('interleave', () => {
  it('turns the order around in every other round and stops everyone', async () => {
    const log: string[] = [];
    await run([scripted('A', [1, 1, 1], log), scripted('B', [1, 1, 1], log)], 3);
    expect(log).toEqual(['A', 'B', 'B', 'A', 'A', 'B', 'stop A', 'stop B']);
  });

  it('drops one that fails, with its samples, and names it', async () => {
    const rounds = await run([scripted('A', [1, 1]), scripted('B', [1, new Error('broke\nstack')])], 2);
    expect(rounds.leftOut).toEqual([{ name: 'B', reason: 'broke' }]);
    expect(rounds.samples.map((sample) => sample.contender)).toEqual(['A', 'A']);
  });
});

describe('compare', () => {
  it('holds ours against the best of theirs in each round', async () => {
    const rounds = await run([scripted('ours', [100, 80]), scripted('B', [10, 20]), scripted('C', [20, 10])], 2);
    const sides = { load: 'all', ours: 'ours', theirs: ['B', 'C'] } as const;
    expect(compare(rounds, { ...sides, metric: 'perSecond' })).toEqual([5, 4]);
    expect(compare(rounds, { ...sides, metric: 'p50Us' })).toEqual([0.2, 0.25]);
  });

  it('gives no ratio when a side is missing', async () => {
    const rounds = await run([scripted('ours', [100])], 1);
    expect(compare(rounds, { load: 'all', metric: 'perSecond', ours: 'ours', theirs: ['B'] })).toEqual([]);
  });
});

describe('findVoidReason', () => {
  it.each([
    [[100, 200], undefined],
    [[100, 201], 'A (all) moved 2.0x between rounds'],
    [[400, 100], 'A (all) moved 4.0x between rounds'],
  ])('judges a baseline of %j', async (rates, reason) => {
    expect(findVoidReason(await run([scripted('A', rates)], 2), 'A')).toBe(reason);
  });

  it('holds a run without its baseline void', async () => {
    expect(findVoidReason(await run([scripted('A', [1])], 1), 'B')).toBe('the bare baseline, B, took no part');
  });
});
