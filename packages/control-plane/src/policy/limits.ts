/** How much is looked at and told when somebody works on the policy. */
export const policyLimits = {
  /** Calls that are judged before others get a turn of the event loop. */
  callsPerTurn: 20,
  /** Calls read at a time. */
  callsPage: 200,
  /** The newest calls among which those are counted that a draft would decide. */
  draftCallsMax: 1_000,
  /** The newest calls in which the reasons of built-in rules are looked for. */
  reasonCallsMax: 500,
  /** Calls of a simulation that are told with both outcomes. */
  changesMax: 200,
  /** Items of one list in an explanation, and characters of a text in it. */
  listMax: 100,
  textLengthMax: 1_000,
} as const;
