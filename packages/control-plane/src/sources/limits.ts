export const sourceLimits = {
  /** An import that takes longer is given up; whoever asked for it still waits then. */
  importMsMax: 100_000,
  /** Names of tools in one event. */
  toolsNamedMax: 50,
  /** Tools masked in one turn of the loop: thousands never block it for long. */
  toolsPerTurn: 50,
  /** After failures in a row a source is looked at ever more rarely, and so often at least. */
  refreshBackoffMsMax: 24 * 3_600_000,
  /** The first pause after a failure, where the source is looked at more often than that. */
  refreshBackoffMsMin: 30_000,
  /** Whoever refreshes a source has so long before another process may try. */
  refreshLeaseMs: 180_000,
  /** However far the next refresh is, look again after this: another process may have written an earlier one. */
  lookAgainMsMax: 60_000,
} as const;
