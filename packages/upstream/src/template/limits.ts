/** Every limit of a template, named with its unit. What it costs is counted, so nothing here needs a clock. */
export const templateLimits = {
  /** Characters of one template. */
  lengthMax: 64 * 1024,
  /** Blanks in a row: the tokenizer looks at each run from each of its characters. */
  blanksInARowMax: 256,
  nodesMax: 5_000,
  /** Expressions and statements inside each other. */
  nestingMax: 100,
  /** Rounds of all loops of one rendering together. */
  iterationsMax: 10_000,
  /** Nodes that are evaluated, and text that is worked on, in one rendering. */
  stepsMax: 1_000_000,
  /** Characters of text that count as one step. */
  charactersPerStep: 64,
  /** Characters of what is rendered, and of each text on the way. */
  outputLengthMax: 8 * 1024 * 1024,
  /** Templates that are kept parsed. */
  cachedMax: 2_000,
  /** Characters of a name that a message repeats. */
  shownNameLengthMax: 80,
} as const;
