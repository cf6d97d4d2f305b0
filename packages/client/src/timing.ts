/** Time and chance as a port, so that tests decide both. */
export type Timing = {
  readonly now: () => number;
  /** Rejects with the signal's reason when it is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Calls back once; returns how to call it off. */
  readonly after: (ms: number, callback: () => void) => () => void;
};

export const systemTiming: Timing = {
  now: () => performance.now(),
  random: () => Math.random(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  },
};

/** Full jitter: anything up to a limit that doubles with each attempt, so that many clients do not come back at once. */
export function backoffMs(attempt: number, firstMs: number, maxMs: number, random: () => number): number {
  return Math.round(random() * Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 20)));
}
