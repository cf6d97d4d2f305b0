/** Every limit of the runner, named with its unit. */
export const limits = {
  /** Calls that run at once where nobody says otherwise, and at the most. */
  concurrencyDefault: 4,
  concurrencyMax: 64,
  /** Orders that wait for their turn; more are left to other runners, or come again with the next connection. */
  waitingOrdersMax: 1_000,
  /** How much later than its own clock says an order may still be taken. None: a clock that is wrong is to be mended. */
  clockSkewMsMax: 0,
  claimRetriesMax: 5,
  leaseRenewalsPerLease: 3,
  leaseRenewalMsMin: 500,
  leaseRenewalMsMax: 60_000,
  /** Output is passed on when so much of it waits, or after so long. */
  outputPauseMs: 100,
  outputBatchLength: 8 * 1024,
  /** Characters of output that wait for a server that is away; what comes on top is left out. */
  outputWaitingLengthMax: 256 * 1024,
  /** How long a report waits for the last of the output. */
  outputDrainMsMax: 2_000,
  retryDelayMsFirst: 250,
  retryDelayMsMax: 15_000,
  announceAgainMsMin: 1_000,
  /** A report has to fit into one request. */
  reportBytesMax: 3 * 1024 * 1024,
  journalBytesMax: 16 * 1024 * 1024,
  /** How long running calls may take to end after the runner was told to stop, and after they were told to. */
  drainMsDefault: 20_000,
  cancelMsMax: 10_000,
  /** How long a report may take when the runner is about to end; the journal has it for the next start. */
  lastReportMsMax: 5_000,
} as const;
