/** How much an access file may hold, and how much of it an explanation repeats. */
export const accessLimits = {
  groupsMax: 500,
  policiesMax: 500,
  issuersMax: 20,
  selectorsPerGroupMax: 200,
  /** Names and globs of `include` and of `exclude`. */
  toolsPerGroupMax: 2_000,
  claimsPerPolicyMax: 20,
  /** Items of a list in a selector or behind a claim. */
  choicesMax: 200,
  idLengthMax: 100,
  descriptionLengthMax: 500,
  patternLengthMax: 500,
  claimPathLengthMax: 200,
  /** Characters of a claim's value, as an explanation repeats it. */
  shownLengthMax: 100,
} as const;
