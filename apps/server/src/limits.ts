export const limits = {
  /** A reader of the event stream that lags behind by more is cut off; it resumes where it was. */
  streamBufferBytesMax: 1024 * 1024,
  /** Comments that keep proxies from closing an idle stream. */
  heartbeatMs: 15_000,
  /** Viewers written to in one turn of the loop: a broadcast to thousands never blocks it for long. */
  viewersPerTurn: 64,
  /** Events read at a time while a viewer catches up. */
  catchUpPage: 500,
  /** Pieces of a call's output in one answer. */
  outputPage: 1_000,
  /** Frames kept for a viewer that is catching up; beyond that it reads them from the log again. */
  catchUpFramesMax: 5_000,
  claimableMax: 1_000,
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 120_000,
  validationErrorsMax: 5,
  /** Attempts to pair, by anybody: the one thing strangers can ask the database about. */
  pairingAttemptsMax: 60,
  pairingAttemptsWindowMs: 60_000,
} as const;
