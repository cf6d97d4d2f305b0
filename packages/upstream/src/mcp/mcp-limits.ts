/** Every limit on what an MCP server may take or answer, named with its unit. */
export const mcpLimits = {
  /** One message of a server, however it comes. */
  messageBytesMax: 16 * 1024 * 1024,
  /** What is kept of a result; what is longer is cut, and said. */
  resultLengthMax: 1024 * 1024,
  contentBlocksMax: 1_000,
  toolsMax: 2_000,
  pagesMax: 100,
  connectMs: 30_000,
  listMs: 30_000,
  /** How long a server over stdio may take to say that it does not know the newest protocol. */
  probeMs: 5_000,
  /** A server over stdio is asked to end, told to, and then made to. */
  endMs: 1_000,
  /** Characters of what a server says on stderr that are kept for a message. */
  stderrLengthMax: 2_000,
  /** Changes of a server's tools are told so long after the first of them, together. */
  changesToldAfterMs: 500,
  /** Connections that nobody uses are closed after this time. */
  idleMs: 5 * 60_000,
  connectionsMax: 200,
} as const;
