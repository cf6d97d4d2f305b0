/** Every limit of counting, named with its unit. */
export const figureLimits = {
  /** Calls of a project that are counted; older ones are left out, and the answer says so. */
  callsCountedMax: 50_000,
  /** How far back hits of rules are counted. */
  ruleHitsMs: 30 * 24 * 3600 * 1000,
} as const;
