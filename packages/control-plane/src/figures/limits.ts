/** Every limit of counting, named with its unit. */
export const figureLimits = {
  /** Calls of a project that are counted; older ones are left out, and the answer says so. */
  callsCountedMax: 50_000,
  /** How far back hits of rules are counted. */
  ruleHitsMs: 30 * 24 * 3600 * 1000,
  /** Requests for approval that figures are made of. */
  approvalsCountedMax: 20_000,
  /** The newest of them, which are judged again to tell which are about the same. */
  approvalsJudgedMax: 300,
  /** Judged in one go, while others wait for their turn. */
  judgedAtOnceMax: 20,
  /** Faster than people read text of which they need every word. */
  readingCharactersPerSecond: 40,
  /** Nobody has read even the shortest request sooner than this. */
  readingMsMin: 1_000,
  rulesMax: 50,
  toolsNamedMax: 3,
  /** Characters of what a proposal is about. */
  whatLengthMax: 160,
  /** Up to so many days are shown by the hour. */
  hourlyDaysMax: 2,
} as const;
