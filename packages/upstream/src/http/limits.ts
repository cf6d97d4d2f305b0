/** Every limit of sending a request and of reading what comes back, named with its unit. */
export const httpLimits = {
  /** Bytes of an answer that become part of a result; more goes to a file. */
  inlineBytesMax: 1024 * 1024,
  /** Bytes of an answer that go to a file, decompressed. */
  spillBytesMax: 100 * 1024 * 1024,
  /** Bytes of an answer other than 2xx that are kept. */
  failedBytesMax: 64 * 1024,
  /** How many times larger than what was sent an answer may become, once it is larger than the inline limit. */
  compressionRatioMax: 200,
  /** Encodings upon each other. */
  encodingsMax: 2,
  /** Window that an answer may ask for when it is decompressed: 2^23 bytes, as RFC 9659 has it. */
  zstdWindowLogMax: 23,
  /** Bytes of the headers of an answer. */
  headersBytesMax: 32 * 1024,
  /** Bytes of an answer that wait to be read before no more are taken. */
  waitingBytesMax: 256 * 1024,
  /** 1xx answers before the real one. */
  interimResponsesMax: 20,
  /** Values inside values of an answer that is read as JSON. */
  jsonDepthMax: 128,
  /** Characters of a file's beginning that are shown. */
  headLengthMax: 1_000,
  /** Characters of a header of the answer that are kept. */
  headerLengthMax: 1_000,
  /** Connections to one origin, and origins of one source that are kept open. */
  connectionsMax: 128,
  originsMax: 32,
  keepAliveMs: 4_000,
  attemptsMax: 3,
  backoffMs: 200,
  /** A longer wait that the service asks for is left to whoever called. */
  retryAfterMsMax: 10_000,
} as const;
