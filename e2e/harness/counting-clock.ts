import { type FakeClock, fakeClock } from '@countersign/testing';

export type CountingClock = FakeClock & {
  /** Resolves when so many long-polls have an alarm set; the server’s own, for what is due, goes on or is looked at again, are not counted. */
  untilWaiting(count: number): Promise<void>;
};

const serverAlarms = 3;

/** A fake clock that knows how many wait for it. */
export function countingClock(): CountingClock {
  const clock = fakeClock();
  const waiting = new Set<{ readonly count: number; readonly resolve: () => void }>();
  let alarms = 0;
  const changeBy = (difference: number): void => {
    alarms += difference;
    for (const each of [...waiting]) {
      if (each.count !== alarms) continue;
      waiting.delete(each);
      each.resolve();
    }
  };
  return {
    ...clock,
    at(timeMs, callback) {
      let isOpen = true;
      const close = (): void => {
        if (isOpen) changeBy(-1);
        isOpen = false;
      };
      changeBy(1);
      const callOff = clock.at(timeMs, () => {
        close();
        callback();
      });
      return () => {
        close();
        callOff();
      };
    },
    untilWaiting: (polls) => {
      const count = polls + serverAlarms;
      return alarms === count ? Promise.resolve() : new Promise((resolve) => void waiting.add({ count, resolve }));
    },
  };
}
