/** Every limit of one step of a provider's model, named with its unit. */
export const stepLimits = {
  /** Nothing comes for this long: the step is over. Some models think for minutes before they say a word. */
  silenceMsMax: 300_000,
  /** Characters of one step: text, thoughts and arguments together. */
  answerLengthMax: 4_000_000,
  callsMax: 128,
  /** Characters of what a provider wants to get back with a step. */
  providerDataLengthMax: 512 * 1024,
  errorLengthMax: 600,
} as const;
