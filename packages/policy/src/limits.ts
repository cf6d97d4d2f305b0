export const limits = {
  /** A call whose text is longer is still shown up to here, but a decision on it cannot be remembered (A8). */
  displayLengthMax: 256 * 1024,
  /** One-line summaries say how much they leave out. */
  summaryLengthMax: 200,
  /** Characters of an argument that a reason quotes. */
  quotedLengthMax: 200,
  /** Reasons that are told of one decision. */
  reasonsMax: 12,
  /** Errors of one set of arguments that are reported (U2). */
  argumentErrorsMax: 5,
  /** Links on the way to a file; more than the kernel follows is a circle. */
  linksFollowedMax: 40,
  /** Bytes of a path and of one name in it, as the kernel has them. */
  pathBytesMax: 4095,
  nameBytesMax: 255,
  /** Commands inside commands: wrappers around wrappers, scripts in arguments of scripts. */
  nestedCommandsMax: 6,
  /** Simple commands of one script. Longer ones are for a file that a person can read first. */
  scriptCommandsMax: 50,
  /** Characters of a script; above it nothing is parsed. */
  scriptLengthMax: 32 * 1024,
  /** Signs that end a command, also in texts: so many that nobody has to parse them to know that it is too long. */
  scriptSeparatorsMax: 5000,
  /** Texts that follow a command, and back-ticks. */
  scriptTextsMax: 500,
  /** Brackets inside brackets. */
  scriptNestingMax: 200,
  /** Redirections of one command. */
  scriptRedirectionsMax: 50,
  /** Words of one command and their characters: what a person could still read, and the system could still start. */
  commandWordsMax: 1001,
  commandLengthMax: 128 * 1024,
  /** Short flags in one word. */
  clusterLengthMax: 64,
  /** Folders in which commands of one script could run. */
  scriptFoldersMax: 8,
  /** Nodes of a script's tree that are looked at. */
  scriptNodesMax: 5000,
  /** Arguments whose paths are looked up on the disk, for programs whose arguments are not described. */
  guessedPathsMax: 1000,
} as const;
