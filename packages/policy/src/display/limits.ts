/** What a display may cost to make, to send and to read. */
export const displayLimits = {
  /** Rows (words, lines, fields) of a call that are shown; one with more is shown up to here, and not remembered. */
  rowsMax: 20_000,
  /** A call whose text would be longer cannot be shown in a way that anyone could judge: nobody may approve it. */
  showableLengthMax: 1024 * 1024,
  showableRowsMax: 100_000,
  /** What is shown of such a call, so that whoever rejects it knows what it was. */
  glimpseLengthMax: 4_096,
  glimpseRowsMax: 100,
  /** Blanks and line feeds in a row that are shown as they are; of more than that the number is written. */
  blanksInARowMax: 64,
  lineFeedsInARowMax: 20,
  /** Marks on one letter: no script needs more, and a tower of them covers the lines around it. */
  marksInARowMax: 3,
  /** Blanks and line feeds, mixed, after which a person is warned that something follows. */
  paddingLengthMax: 400,
  /** Lines that differ, above which two texts are shown one after the other instead of line by line. */
  editsMax: 1_000,
  /** Lines of a file that are shown beside the call which changes or runs it. */
  fileRowsMax: 1_000,
  /** Headers and characters of a request that are shown beside the arguments it is made from. */
  headersMax: 50,
  requestTextLengthMax: 64 * 1024,
  /** Parts of a script that are listed. */
  partsMax: 200,
  /** Examples in one warning. */
  examplesMax: 4,
} as const;
