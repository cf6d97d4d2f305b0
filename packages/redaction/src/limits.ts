/** Every limit of redaction, named with its unit. */
export const limits = {
  /** A line that is longer is looked at in windows of this length; nothing more than one window is ever withheld. */
  windowLength: 64 * 1024,
  /** The last part of a window is looked at again with what follows: a secret up to this length is never cut in two. */
  windowOverlapLength: 8 * 1024,
  /** What was passed on already and is still looked at: the name of a value stands before it. */
  windowContextLength: 1024,
  /** Known values that are shorter would blank words of any text. */
  knownValueLengthMin: 8,
  /** Known values that are kept, each in dozens of forms; the one that was not met for longest is forgotten first. */
  knownValuesMax: 2000,
  /** A longer known value is known by its pieces of this length. */
  knownValueLengthMax: 4096,
  /** Single lines of a known value of several lines: a short one may be a line of anything. */
  knownLineLengthMin: 16,
  /** A longer name names nothing that we know. */
  nameLengthMax: 80,
  /** Names that were judged before and are not judged again. */
  rememberedNamesMax: 1024,
  /** Blanks between a name, its separator and its value. */
  blanksMax: 16,
  /** A longer value is never taken for a placeholder. It bounds how often a text is read again. */
  placeholderLengthMax: 128,
  /** How far after the name of a pair ("name": …, "value": …) its value may stand. */
  pairDistanceMax: 200,
  /** A longer address is read whole before it is passed by. */
  addressProbeLength: 128,
  /** Shorter words are not taken for a secret by their look alone. */
  opaqueLengthMin: 8,
  /** How often a line that held secrets is looked at again. */
  roundsMax: 4,
  /** Shorter lines hold no name with a value, no token and no known value. */
  lineLengthMin: 4,
} as const;
