/** Every limit of what is read and kept for runs, named with its unit. */
export const runLimits = {
  /** Messages and characters of a session that a new run is told of. */
  historyMessagesMax: 40,
  historyLengthMax: 50_000,
  /** Messages of a session that are looked through for them: later ones wait for their turn and are left out. */
  historyLookedMax: 200,
  /** Entries that are read at once. */
  entriesPageSize: 500,
  /** Turns whose words are being masked as they come. */
  streamsMax: 1_000,
  /** Runs whose agents are remembered. */
  agentsKeptMax: 1_000,
} as const;
