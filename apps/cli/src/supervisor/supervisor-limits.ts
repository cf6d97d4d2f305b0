/** Every limit of starting processes again, named with its unit. */
export const supervisorLimits = {
  retryMsFirst: 500,
  retryMsMax: 30_000,
  /** One that lived for so long has earned a fresh start. */
  steadyMs: 60_000,
  /** So many ends within the window are a crash loop: what is wrong does not pass by itself. */
  loopEnds: 5,
  loopWindowMs: 60_000,
  /** Between tries once it is a crash loop. */
  loopRetryMs: 60_000,
  /** Ends that are handed to the next process; of more, the latest. */
  reportedCrashesMax: 50,
  journalBytesMax: 256 * 1024,
} as const;
