/** Every limit on how services are used, named with its unit. */
export const upstreamLimits = {
  /** Schemas of tools that stay compiled; another is compiled when it is needed. */
  schemasKeptMax: 1_000,
  /** Schemas compiled ahead after tools were loaded. */
  schemasWarmedMax: 200,
  /** Definitions read from the database at once. */
  definitionsPerRead: 200,
  /** A document that is fetched from a service. */
  documentBytesMax: 32 * 1024 * 1024,
  documentTimeoutMs: 60_000,
  /** How long a connection to an MCP server is kept that nobody uses. */
  connectionIdleMs: 5 * 60_000,
  /** Of what a service answered to a request that failed, in an error. */
  errorBodyLengthMax: 2_000,
  /** How often a status is asked for again after the service could not be reached, before it is a failure. */
  pollFaultsMax: 5,
  /** Agents of issuers that are remembered. */
  agentsKnownMax: 10_000,
} as const;
