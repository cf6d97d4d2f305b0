export const limits = {
  /** A call whose text is longer is still shown up to here, but a decision on it cannot be remembered (A8). */
  displayLengthMax: 256 * 1024,
  /** One-line summaries say how much they leave out. */
  summaryLengthMax: 200,
  /** Errors of one set of arguments that are reported (U2). */
  argumentErrorsMax: 5,
} as const;
