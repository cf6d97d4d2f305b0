import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AfterEnd, afterEnd, noEnds } from './after-end.ts';
import { supervisorLimits } from './supervisor-limits.ts';

const { retryMsFirst, retryMsMax, steadyMs, loopEnds, loopWindowMs, loopRetryMs } = supervisorLimits;

/** A process that lives for so long each time, and is started again when it is said. */
function livesOf(livedMs: readonly number[]): AfterEnd[] {
  let now = 1_000_000;
  let before = noEnds;
  return livedMs.map((lived) => {
    const after = afterEnd(before, now, now + lived);
    now += lived + after.retryInMs;
    before = after.before;
    return after;
  });
}

const lives = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 3 * steadyMs }), fc.constant(steadyMs)),
  { maxLength: 40 },
);

describe('after the end of a process [W2]', () => {
  it('waits twice as long each time, and says a crash loop with the fifth end within a minute', () => {
    const after = livesOf([100, 100, 100, 100, 100, 100, 100]);
    expect(after.map(({ retryInMs }) => retryInMs)).toEqual([500, 1000, 2000, 4000, 60_000, 60_000, 60_000]);
    expect(after.map(({ crashLoop }) => crashLoop)).toEqual([
      ...[null, null, null, null],
      { crashes: 5, window_seconds: 60, threshold: 5 },
      ...[null, null],
    ]);
  });

  it('starts over after one that lived for a minute, also out of a crash loop', () => {
    const after = livesOf([0, 0, 0, 0, 0, steadyMs, 0, 0, 0, 0]);
    expect(after.map(({ retryInMs }) => retryInMs).slice(5)).toEqual([500, 1000, 2000, 4000, 60_000]);
    expect(after.filter(({ crashLoop }) => crashLoop !== null)).toHaveLength(2);
  });

  it('never waits longer than it should where ends are too far apart for a crash loop', () => {
    const after = livesOf(Array.from({ length: 12 }, () => steadyMs - 1));
    expect(after.map(({ retryInMs }) => retryInMs).slice(5)).toEqual([16_000, ...Array(6).fill(retryMsMax)]);
    expect(after.every(({ crashLoop }) => crashLoop === null)).toBe(true);
  });

  it('always waits, and for a bounded time', () => {
    fc.assert(
      fc.property(lives, (lived) => {
        for (const { retryInMs, before } of livesOf(lived)) {
          expect(retryInMs).toBeGreaterThanOrEqual(retryMsFirst);
          expect(retryInMs).toBeLessThanOrEqual(before.isLooping ? loopRetryMs : retryMsMax);
          expect(before.endedAt.length).toBeLessThanOrEqual(loopEnds);
        }
      }),
    );
  });

  it('says a crash loop exactly where so many ends lie within the window, once until a long life', () => {
    fc.assert(
      fc.property(lives, (lived) => {
        let now = 1_000_000;
        let ends: number[] = [];
        let isLooping = false;
        livesOf(lived).forEach(({ crashLoop, retryInMs }, index) => {
          const end = now + lived[index]!;
          if (lived[index]! >= steadyMs) [ends, isLooping] = [[], false];
          ends.push(end);
          const isLoop = ends.filter((at) => end - at < loopWindowMs).length >= loopEnds;
          expect(crashLoop !== null).toBe(isLoop && !isLooping);
          isLooping ||= isLoop;
          now = end + retryInMs;
        });
      }),
    );
  });

  it('puts up with a clock that is set back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1e9), fc.nat(1e9)), { maxLength: 20 }), (times) => {
        let before = noEnds;
        for (const [startedAt, endedAt] of times) {
          const after = afterEnd(before, startedAt, endedAt);
          expect(after.retryInMs).toBeGreaterThanOrEqual(retryMsFirst);
          before = after.before;
        }
      }),
    );
  });
});
