const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Every limit of the local tools, named with its unit. */
export const toolLimits = {
  /** T3: lines and bytes of one page, and of each stream of a command. */
  outputLinesMax: 2000,
  outputBytesMax: 50 * kilobyte,
  /** G1: what a command may print in all, half of it on each stream. What comes after that is dropped. */
  commandOutputBytesMax: megabyte,
  /** One page of a file that was asked for by its size; a result has to fit into a request. */
  readPageBytesMax: megabyte,
  /** G1: files that are read and written. */
  fileBytesMax: 100 * megabyte,
  /** Images and documents are given whole, as base64, or not at all. */
  mediaBytesMax: 2 * megabyte,
  /** As much of a file as is looked at to tell what is in it. */
  sampleBytes: 256 * kilobyte,
  /** G1: entries of one page of a listing. */
  entriesMax: 1000,
  /** Entries that one walk looks at, before it says that there may be more. */
  entriesWalkedMax: 2_000_000,
  /** Folders inside folders that a walk goes into. */
  foldersDeepMax: 100,
  /** How long a walk goes on before others get their turn. */
  walkSliceMs: 3,
  /** Characters of a matching line that are shown. */
  matchLengthMax: 500,
  /** Matches that are sorted in memory; where there are more, the search goes through the files in order. */
  matchesSortedMax: 10_000,
  searchOutputBytesMax: 16 * megabyte,
  /** Files whose encoding has to be undone before a match in them can be verified. */
  transcodedBytesMax: 10 * megabyte,
  /** T3: how long a file tool may take, and a command that does not say it. */
  fileToolTimeoutMs: 30_000,
  commandTimeoutMs: 30_000,
} as const;

export type ToolLimits = { readonly [Name in keyof typeof toolLimits]: number };

/** T3: what whoever runs the tools may set. */
export type SetLimits = {
  readonly timeoutMs: number;
  readonly outputLinesMax: number;
  readonly outputBytesMax: number;
};

/** Less output than usual is also less than a call may ask for; more is not: a result has to fit into a request. */
export function limitsOf({ timeoutMs, outputLinesMax, outputBytesMax }: SetLimits): Partial<ToolLimits> {
  const isLess = outputBytesMax < toolLimits.outputBytesMax;
  return {
    outputLinesMax,
    outputBytesMax,
    readPageBytesMax: isLess ? outputBytesMax : toolLimits.readPageBytesMax,
    fileToolTimeoutMs: timeoutMs,
    commandTimeoutMs: timeoutMs,
  };
}
