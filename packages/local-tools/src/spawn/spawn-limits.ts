/** Times and sizes of starting and ending commands, named with their unit. */
export const spawnLimits = {
  /** Between asking the processes of a command to end and ending them. */
  killGraceMs: 2_000,
  /** How often the processes of running commands are looked at. */
  watchIntervalMs: 50,
  /** What a disk may lose while a command runs before that is held against it, where the disk is nearly full. */
  diskDropBytesMin: 8 * 1024 * 1024,
  /** How long to look for what is left of a command that ended, and how often. */
  goneWaitMs: 2_000,
  gonePollMs: 1,
  /** Rounds of looking for processes that hid, and ending them: one may start another while they are looked for. */
  sweepRoundsMax: 20,
  /** Looks in a row that find nobody, before nobody counts as left. */
  emptyLooksMin: 3,
  /** Output on its way to the runner, past which a command has to wait before it prints on. */
  outputInFlightBytesMax: 256 * 1024,
  /** What is kept of the complaints of the sandbox itself, to be told where a command could not be started. */
  complaintBytesMax: 4 * 1024,
  /** How long a new helper may take until it is ready. */
  helperReadyMs: 20_000,
} as const;
