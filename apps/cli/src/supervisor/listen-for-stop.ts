/** Signals and what processes are told. A closed terminal stops them in good order. */
const forwarded = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' } as const;

/** Whoever asks a third time wants no more waiting. */
const stopsAwaited = 2;

export type Stop = {
  /** Aborted with the first signal. */
  readonly signal: AbortSignal;
  letGo(): void;
};

/** Passes signals to stop on, each after what has to end first. */
export function listenForStop(endFirst: () => Promise<void>, passOn: (signal: NodeJS.Signals) => void): Stop {
  const stopping = new AbortController();
  let toldTimes = 0;
  const listeners = Object.entries(forwarded).map(([signal, told]) => {
    const listener = (): void => {
      toldTimes += 1;
      stopping.abort();
      void (toldTimes <= stopsAwaited ? endFirst() : Promise.resolve()).finally(() => passOn(told));
    };
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  return {
    signal: stopping.signal,
    letGo() {
      for (const [signal, listener] of listeners) process.off(signal, listener);
    },
  };
}
