/** Time as a port, so that tests decide it. */
export type Clock = {
  now(): number;
  /** Calls back once at that time; returns how to call it off. */
  at(timeMs: number, callback: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  at(timeMs, callback) {
    const timer = setTimeout(callback, Math.max(0, timeMs - Date.now()));
    return () => clearTimeout(timer);
  },
};

/** Resolves at that time, or as soon as the signal says stop. */
export function until(clock: Clock, timeMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      callOff();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const callOff = clock.at(timeMs, end);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Doubles with each failure up to the most. */
export function backoffMs(failures: number, firstMs: number, mostMs: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(failures, 30));
}
