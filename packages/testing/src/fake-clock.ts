import type { Clock } from '@countersign/control-plane';

export type FakeClock = Clock & {
  /** Moves on, and calls back what falls due on the way, each at its own time and in order. */
  advance(ms: number): void;
  set(timeMs: number): void;
};

type Alarm = { readonly timeMs: number; readonly callback: () => void };

/** A clock that stands still until it is told to move. */
export function fakeClock(startMs: number = Date.UTC(2026, 0, 1)): FakeClock {
  let now = startMs;
  const alarms = new Set<Alarm>();

  const ring = (alarm: Alarm): void => {
    if (alarms.delete(alarm)) alarm.callback();
  };
  const nextUntil = (timeMs: number): Alarm | undefined =>
    [...alarms].filter((alarm) => alarm.timeMs <= timeMs).sort((a, b) => a.timeMs - b.timeMs)[0];
  const moveTo = (timeMs: number): void => {
    for (let alarm = nextUntil(timeMs); alarm; alarm = nextUntil(timeMs)) {
      now = Math.max(now, alarm.timeMs);
      ring(alarm);
    }
    now = timeMs;
  };

  return {
    now: () => now,
    at(timeMs, callback) {
      const alarm = { timeMs, callback };
      alarms.add(alarm);
      // Nobody may move the clock again for what is due already.
      if (timeMs <= now) queueMicrotask(() => ring(alarm));
      return () => alarms.delete(alarm);
    },
    advance: (ms) => moveTo(now + ms),
    set: moveTo,
  };
}
