import type { Timing } from '../src/timing.ts';

/** Time that passes only by sleeping, chance that is always the most, and timers that fire when the test says so. */
export function fakeTiming() {
  const slept: number[] = [];
  const timers = new Set<() => void>();
  let nowMs = 0;
  const timing: Timing = {
    now: () => nowMs,
    random: () => 1,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept.push(ms);
      nowMs += ms;
    },
    after(_ms, callback) {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  };
  const fireTimers = (): void => {
    for (const fire of [...timers]) fire();
  };
  return { timing, slept, fireTimers };
}
