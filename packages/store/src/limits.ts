/** Every limit of the store, named with its unit. */
export const storeLimits = {
  /** Changes that share one transaction. More would hold the log's lock for longer than it saves. */
  batchChangesMax: 256,
  /** Changes that may wait for a transaction; the next one is told that the store is not available. */
  queuedChangesMax: 100_000,
  /** How often a batch that met a deadlock or a busy database is tried. */
  batchAttemptsMax: 8,
  /** The first pause before trying again; it doubles. */
  batchRetryMs: 5,
  /** Events read at once while catching up with other processes. */
  catchUpEventsMax: 500,
  /** Prepared statements that a SQLite connection keeps. */
  preparedStatementsMax: 256,
  /** Names kept in memory; twice as many while the older half goes. */
  namesKeptMax: 20_000,
  /** Sessions kept in memory. */
  sessionsKeptMax: 10_000,
  /** Calls that are counted at once, and requests for approval that are read at once: some ten milliseconds each. */
  countedCallsPerQuery: 5_000,
  countedApprovalsPerQuery: 1_000,
  /** Ids in one query. */
  idsPerQueryMax: 500,
  /** How long SQLite itself waits for a lock, with the event loop standing still; then the batch is tried again. */
  busyTimeoutMs: 100,
  /** How often SQLite is asked whether another process has written. */
  sqlitePollMs: 500,
  /** How long opening waits for another process that is opening the same file. */
  openTimeoutMs: 10_000,
  openRetryMs: 20,
  /** Rows written after which a checkpoint is due: 3 to 40 MB of write-ahead log, by the size of the batches. */
  checkpointRows: 4_000,
  /** Pages in the write-ahead log after which it has to start afresh, even if a commit waits for that: 64 MB. */
  walPagesMax: 16_000,
  /** Where SQLite does checkpoints by itself again, because our thread for them has failed. */
  autocheckpointPages: 1_000,
  /** The write-ahead log is emptied after this long without a commit. */
  checkpointIdleMs: 2_000,
  /** Connections for reading from PostgreSQL. The writer and the listener have one each besides. */
  postgresConnectionsMax: 8,
  /** A query or a connection that takes longer is given up. */
  postgresTimeoutMs: 10_000,
  /** A transaction whose process stands still loses its locks after this. */
  idleInTransactionMs: 5_000,
  /** The safety net under LISTEN/NOTIFY. */
  postgresPollMs: 5_000,
  /** Pauses between attempts to listen again. */
  reconnectMsMin: 100,
  reconnectMsMax: 5_000,
} as const;
