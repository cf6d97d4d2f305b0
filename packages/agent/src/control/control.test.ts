import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallStanding } from '../ports.ts';
import { backoffMs } from './backoff.ts';
import { afterAnswer, afterTurn, oneMoreFailure, turnOutcome } from './failures.ts';
import { noProgressOf, nothingWatched, watchTurn } from './no-progress.ts';
import { isWorking, workingMsOf } from './working-time.ts';

describe('the pause before another try', () => {
  it('doubles up to a bound, and is never shorter than the provider wants [W4]', () => {
    const control = { retryBaseMs: 1_000, retryMaxMs: 10_000 };
    expect([1, 2, 3, 4, 5, 60].map((tries) => backoffMs(control, tries, null))).toEqual([
      1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
    ]);
    expect(backoffMs(control, 1, 3_000)).toBe(3_000);
    expect(backoffMs(control, 3, 3_000)).toBe(4_000);
    expect(backoffMs(control, 1, 60_000)).toBe(60_000);
  });
});

describe('working time', () => {
  const call = (
    submittedAt: number,
    settledAt: number | null,
    askedAt: number | null = null,
    answeredAt: number | null = null,
  ) => ({
    submittedAt,
    settledAt,
    askedAt,
    answeredAt,
    isSettled: settledAt !== null,
  });

  it('is counted once where calls work at the same time [W4]', () => {
    expect(workingMsOf([call(0, 10), call(5, 20), call(30, 40)], 50)).toBe(30);
    expect(workingMsOf([call(0, 40), call(5, 20)], 50)).toBe(40);
    expect(workingMsOf([], 50)).toBe(0);
  });

  it('goes on until now for what is not settled [W4]', () => {
    expect(workingMsOf([call(10, null)], 50)).toBe(40);
    expect(workingMsOf([call(10, null, 20)], 50)).toBe(10);
    expect(workingMsOf([call(10, null, 20, 45)], 50)).toBe(15);
  });

  it('has no time in which only people are waited for [W4]', () => {
    // One waits from 5 to 95; the other works from 0 to 30.
    expect(workingMsOf([call(0, 100, 5, 95), call(0, 30)], 200)).toBe(35);
    // Nobody answered: it expired.
    expect(workingMsOf([call(0, 100, 5, 100)], 200)).toBe(5);
    expect(isWorking(call(0, null, 5))).toBe(false);
    expect(isWorking(call(0, null, 5, 6))).toBe(true);
    expect(isWorking(call(0, null))).toBe(true);
    expect(isWorking(call(0, 10))).toBe(false);
  });

  it('is never more than the time that passed [W4]', () => {
    const times = fc
      .array(fc.nat({ max: 1000 }), { minLength: 4, maxLength: 4 })
      .map((all) => all.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(fc.array(times, { maxLength: 6 }), (all) => {
        const calls = all.map(([a, b, c, d]) => call(a!, d!, b!, c!));
        const worked = workingMsOf(calls, 2000);
        const from = Math.min(...calls.map(({ submittedAt }) => submittedAt), 1000);
        expect(worked).toBeGreaterThanOrEqual(0);
        expect(worked).toBeLessThanOrEqual(1000 - Math.min(from, 1000));
      }),
    );
  });
});

describe('failures in a row', () => {
  it('are of one class and of one source [W4]', () => {
    const one = oneMoreFailure(null, 'model', 'timeout');
    expect(oneMoreFailure(one, 'model', 'timeout')).toEqual({ of: 'model', errorClass: 'timeout', count: 2 });
    expect(oneMoreFailure(one, 'model', 'network').count).toBe(1);
    expect(oneMoreFailure(one, 'tools', 'timeout').count).toBe(1);
  });

  it('are of turns in which no call came to anything [W4]', () => {
    const call = (status: CallStanding['status'], more: object = {}) =>
      ({ status, errorClass: null, outcome: null, ...more }) as CallStanding;
    const failed = call('failed', { errorClass: 'tool_exec' });
    expect(turnOutcome([failed, call('completed')])).toBe('useful');
    expect(turnOutcome([call('rejected'), failed])).toBe('tool_exec');
    expect(turnOutcome([call('failed')])).toBe('tool_exec');
    expect(turnOutcome([call('timeout')])).toBe('timeout');
    expect(turnOutcome([call('unknown')])).toBe('unknown');
    expect(turnOutcome([null])).toBe('validation');
    expect(turnOutcome([call('rejected', { outcome: { kind: 'denied_by_policy' } })])).toBe('policy');
    expect(turnOutcome([call('rejected', { outcome: { kind: 'denied_by_human' } }), call('cancelled')])).toBe(
      'undecided',
    );
  });

  it('of the model end with its answer, those of tools with a call that came to something [W4]', () => {
    const model = oneMoreFailure(null, 'model', 'timeout');
    const tools = oneMoreFailure(null, 'tools', 'timeout');
    expect(afterAnswer(model)).toBeNull();
    expect(afterAnswer(tools)).toEqual(tools);
    expect(afterTurn(tools, 'useful')).toBeNull();
    expect(afterTurn(tools, 'undecided')).toEqual(tools);
    expect(afterTurn(tools, 'timeout')?.count).toBe(2);
  });
});

describe('no progress', () => {
  const watch = (turns: string, noProgressTurns: number) => {
    let watched: Pick<Parameters<typeof noProgressOf>[0], 'fingerprints' | 'repeats'> = nothingWatched;
    for (const [index, turn] of [...turns].entries()) {
      watched = watchTurn(watched, turn);
      const found = noProgressOf({ ...watched, control: { noProgressTurns } as never });
      if (found !== null) return { after: index + 1, period: found.period };
    }
    return null;
  };

  it.each([
    ['aaa', 3, { after: 3, period: 1 }],
    ['aa', 3, null],
    ['aabaab', 3, null],
    ['ababab', 3, { after: 6, period: 2 }],
    ['ababa', 3, null],
    ['xabcabcabc', 3, { after: 10, period: 3 }],
    ['abcabcab', 3, null],
    ['abcdabcdabcd', 3, null],
    ['aa', 2, { after: 2, period: 1 }],
    ['abab', 2, { after: 4, period: 2 }],
    ['abcdefgh', 2, null],
  ])('is found in %s with %i times', (turns, times, found) => {
    expect(watch(turns, times)).toEqual(found);
  });

  it('is found at the first turn at which some circle was gone round so often [W4]', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[abc]{0,30}$/), fc.integer({ min: 2, max: 5 }), (turns, times) => {
        const at = (length: number): boolean =>
          [1, 2, 3].some((period) => {
            const tail = turns.slice(0, length).slice(-period * times);
            return tail.length === period * times && tail === tail.slice(0, period).repeat(times);
          });
        const expected = Array.from({ length: turns.length }, (_, index) => index + 1).find(at) ?? null;
        expect(watch(turns, times)?.after ?? null).toBe(expected);
      }),
    );
  });
});
