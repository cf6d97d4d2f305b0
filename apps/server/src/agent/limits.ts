export const agentLimits = {
  /** Whoever works on a run holds it for so long, and renews that while it lasts; when its process dies, another takes it. */
  holdMs: 15_000,
  /** A process that worked on a run before goes on with it first: it still knows what was said. Others wait so long. */
  othersWaitMs: 250,
  /** However far the next thing to do is, look again after this. */
  lookAgainMsMax: 5_000,
  /** Runs whose sessions are listened to. */
  activeRunsMax: 10_000,
  /** A run that could not be worked on here is left alone for the first of these, then for twice as long each time. */
  troubleMsFirst: 1_000,
  troubleMsMax: 60_000,
  /** How long a run is waited with for its tool calls before it is put down. */
  lingerMs: 2_000,
  /** What a model says is passed on in pieces, so often. */
  outputFlushMs: 50,
} as const;
