/** Every limit of reading the log, named with its unit. */
export const auditLimits = {
  /** Entries that one search looks through; whoever wants to look further asks again. */
  searchedEntriesMax: 10_000,
  /** Entries read at once, while searching and for a file. */
  pageEntries: 500,
  /** How far the clocks of replicas may be apart: entries are in the order of commits, not quite in that of their times. */
  clockSkewMs: 60 * 60 * 1000,
  /** How often it is told how far verifying is. */
  progressEveryMs: 300,
} as const;
