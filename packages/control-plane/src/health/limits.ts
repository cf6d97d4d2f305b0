const minute = 60_000;
const mebibyte = 1024 * 1024;

/** From when on an administrator is told, and from when on it is trouble. */
export const healthLimits = {
  /** A check that takes longer is trouble itself: the page goes on without it. */
  checkMsMax: 5_000,
  databaseSlowMs: 250,
  databaseVerySlowMs: 2_000,
  /** Entries that were committed and not yet told to those who follow. */
  untoldEntriesMax: 1_000,
  freeBytesLow: 1024 * mebibyte,
  freeBytesVeryLow: 100 * mebibyte,
  pendingForLongMs: 30 * minute,
  unclaimedForLongMs: 10_000,
  /** A run that could go on for so long while nobody works on it. */
  runIdleMs: minute,
  runsLookedAtMax: 1_000,
  /** Names of projects, sources or models that are told; the others are counted. */
  namesMax: 3,
} as const;
