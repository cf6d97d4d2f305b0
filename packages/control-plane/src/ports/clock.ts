/** Time as a port, so that tests move it by hand and nothing sleeps. */
export type Clock = {
  now(): number;
  /** Calls back once, at or after the time. Returns how to call it off. */
  at(timeMs: number, callback: () => void): () => void;
};

/** setTimeout counts in 32 bits: a later time is reached by sleeping again. */
const timerMsMax = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  at(timeMs, callback) {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const left = timeMs - Date.now();
      timer = setTimeout(() => (left > timerMsMax ? arm() : callback()), Math.min(Math.max(left, 0), timerMsMax));
      timer.unref();
    };
    arm();
    return () => clearTimeout(timer);
  },
};
