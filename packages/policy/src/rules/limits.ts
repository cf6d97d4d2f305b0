/** How much a policy file may hold. A policy is read by people: one that reaches these is two policies. */
export const ruleLimits = {
  fileLengthMax: 1024 * 1024,
  rulesMax: 1000,
  examplesPerRuleMax: 100,
  /** Items of a list in a matcher. */
  choicesMax: 200,
  idLengthMax: 100,
  descriptionLengthMax: 500,
  globLengthMax: 500,
  timeoutSecondsMax: 30 * 24 * 3600,
  /** Problems of one file that are reported at once. */
  problemsMax: 50,
} as const;
