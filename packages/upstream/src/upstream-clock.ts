/** Time as a port, so that tests move it by hand and nothing sleeps. */
export type UpstreamClock = {
  now(): number;
  /** Calls back once, at or after the time. Returns how to call it off. */
  at(timeMs: number, callback: () => void): () => void;
};
