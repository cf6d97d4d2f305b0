/** Every limit of the tree of events, named with its unit. */
export const treeLimits = {
  /** Entries of the log that one tree is made from, and how many are read at once. */
  eventsMax: 20_000,
  eventsPageSize: 500,
  nodesMax: 5_000,
  /** What is said of one process. */
  processEventsMax: 50,
  labelLengthMax: 120,
  detailLengthMax: 500,
} as const;
