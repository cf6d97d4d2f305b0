/** Every limit of the loop that is no setting, named with its unit. */
export const limits = {
  /** Calls of one step of the model; the others are refused in words. */
  callsPerTurnMax: 32,
  /** Characters of what is said of a call that is none. */
  problemLengthMax: 1_000,
  /** Characters of what the model is told of one call. */
  resultLengthMax: 48_000,
  /** Of the context, how much the results of one turn may take together. */
  resultsShareOfContext: 0.5,
  /** Characters of texts in events; all of them are in the entries. */
  eventTextLengthMax: 4_000,
  eventTaskLengthMax: 500,
  eventErrorLengthMax: 1_000,
  /** Of the context, how much of what happened last is kept word by word when the rest is summed up. */
  keptShareOfContext: 0.4,
  /** Characters of one entry, and of all together, that are shown to be summed up. */
  summedEntryLengthMax: 4_000,
  summedLengthMax: 200_000,
  /** Of one entry in a digest that has to do in place of a summary. */
  digestEntryLengthMax: 200,
  summaryLengthMax: 16_000,
  /** Turns that a circle may have. */
  circleTurnsMax: 3,
  /** How old a list of tools may be; the gate judges every call anew anyway. */
  toolsFreshMs: 5_000,
  /** A person's change is told at once; this is how late it is noticed where the telling was lost. */
  rowLookMs: 2_000,
  /** How long a run leaves a provider alone that another one is just trying. */
  trialLookMs: 1_000,
  /** Times in a row that a commit may be refused because a person was quicker. */
  commitTriesMax: 100,
} as const;
