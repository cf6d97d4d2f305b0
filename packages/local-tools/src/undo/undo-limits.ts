const megabyte = 1024 * 1024;
const day = 24 * 3600 * 1000;

/** How long and how much is kept for undoing; the oldest goes first. */
export const undoLimits = { keptMsMax: 7 * day, keptBytesMax: 200 * megabyte, fileBytesMax: 20 * megabyte } as const;

export type UndoLimits = { readonly [Name in keyof typeof undoLimits]: number };
