/** Every limit on how services are used, named with its unit. */
export const upstreamLimits = {
  /** Schemas of tools that stay compiled; another is compiled when it is needed. */
  schemasKeptMax: 1_000,
  /** Schemas compiled ahead after tools were loaded. */
  schemasWarmedMax: 100,
  warmingPauseMs: 20,
  /** Definitions read from the database at once. */
  definitionsPerRead: 200,
  /** A document that is fetched from a service. */
  documentBytesMax: 32 * 1024 * 1024,
  documentTimeoutMs: 60_000,
  /** How often a status is asked for again after the service could not be reached, before it is a failure. */
  pollFaultsMax: 5,
  /** A file that nobody has finished for so long is of a process that is gone. */
  unfinishedFileMsMax: 3_600_000,
  /** How long a large answer is kept; what is older goes at the next start. */
  keptFileMsMax: 30 * 24 * 3_600_000,
  /** Agents of issuers that are remembered. */
  agentsKnownMax: 10_000,
} as const;
