const TICK_MS = 1;

export type LoopWatch = {
  start(): void;
  /** Ends the watch; answers the longest time the event loop was held since it began. */
  stop(): number;
};

/**
 * Watches how long the event loop is held. `monitorEventLoopDelay` is not used: it ignores the time before its first
 * tick and after a reset, which is just where a short watched action falls. Here every gap counts from `start` to
 * `stop`, the tick itself included, so that the answer is up to a tick too long and never too short.
 */
export function createLoopWatch(): LoopWatch {
  let timer: NodeJS.Timeout | undefined;
  let lastTickAt = 0;
  let heldMsMax = 0;
  const tick = () => {
    const now = performance.now();
    heldMsMax = Math.max(heldMsMax, now - lastTickAt);
    lastTickAt = now;
  };
  return {
    start() {
      clearInterval(timer);
      heldMsMax = 0;
      lastTickAt = performance.now();
      timer = setInterval(tick, TICK_MS);
    },
    stop() {
      clearInterval(timer);
      tick();
      return heldMsMax;
    },
  };
}
