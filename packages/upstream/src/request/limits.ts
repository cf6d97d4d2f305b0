/** Every limit of a request, named with its unit. */
export const requestLimits = {
  urlLengthMax: 16_000,
  headerValueLengthMax: 8_000,
  /** Names and values of all headers together. */
  headersLengthMax: 32_000,
  /** Headers that the argument `headers` may add. */
  passedHeadersMax: 50,
  /** How often a value of a path is decoded when it is looked at for dot segments. */
  decodingsMax: 4,
  /** Values inside values that a form or a deep object may have. */
  nestingMax: 10,
  /** Characters of one line of `tools render --jsonl`. */
  lineLengthMax: 16 * 1024 * 1024,
} as const;
