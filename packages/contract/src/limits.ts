/** Every limit on what crosses a wire, named with its unit. */
export const limits = {
  /** A larger request body is answered 413 before it is parsed. */
  bodyBytesMax: 4 * 1024 * 1024,
  /** Values inside values, in any body or message. */
  jsonDepthMax: 128,
  /** How long one request may wait for a call to settle. */
  waitMsMax: 60_000,
  toolNameLengthMax: 128,
  feedbackLengthMax: 4_000,
  agentNoteLengthMax: 2_000,
  titleLengthMax: 200,
  nameLengthMax: 100,
  machineLengthMax: 100,
  errorLengthMax: 1_000,
  idempotencyKeyLengthMax: 200,
  batchDecisionsMax: 100,
  pageSizeDefault: 50,
  pageSizeMax: 200,
  grantSecondsMax: 30 * 24 * 3600,
  tokenSecondsMax: 366 * 24 * 3600,
  /** Files of one preview, and characters of each that are shown. */
  previewFilesMax: 20,
  previewTextLengthMax: 128 * 1024,
  /** Characters of one piece of a command's output, pieces of one request, and characters of a call that are streamed. */
  outputChunkLengthMax: 16 * 1024,
  outputChunksMax: 64,
  outputLengthMax: 1024 * 1024,
  /** Characters of a document that describes a service, sent along instead of an address. */
  documentLengthMax: 32 * 1024 * 1024,
  documentBodyBytesMax: 48 * 1024 * 1024,
  secretLengthMax: 64 * 1024,
  messageLengthMax: 100_000,
  modelNameLengthMax: 200,
  /** Characters of a task in the view of its run; all of it is in the message. */
  taskShownLengthMax: 500,
  /** Upper bounds of what a run may be given. */
  runTurnsMax: 10_000,
  runSecondsMax: 7 * 24 * 3600,
  runTokensMax: 1_000_000_000,
  runRetriesMax: 20,
  runRetrySecondsMax: 3600,
  runBreakerFailuresMax: 1_000,
  runBreakerSecondsMax: 24 * 3600,
  runContextTokensMin: 1_000,
  runContextTokensMax: 100_000_000,
  runModelSecondsMax: 3600,
  /** Characters of a policy file. */
  policyTextLengthMax: 1024 * 1024,
  simulatedCallsDefault: 1_000,
  simulatedCallsMax: 10_000,
  figureDaysMax: 90,
  treeDepthMax: 10,
  treeRunsDefault: 10,
  treeRunsMax: 100,
} as const;
