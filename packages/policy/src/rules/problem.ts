/** Something in a policy or access file that has to be changed before the file can be used. Lines and columns begin at 1. */
export type Problem = { readonly line: number; readonly column: number; readonly message: string };

/** As compilers write it, so that editors and terminals can jump there. */
export function problemText(fileName: string, { line, column, message }: Problem): string {
  return `${fileName}:${line}:${column}: ${message}`;
}

/** In the order in which they stand in the file. */
export function byPlace(a: Problem, b: Problem): number {
  return a.line - b.line || a.column - b.column;
}

/** A place in the file by the keys and indexes that lead to it: its key, or what stands behind it. */
export type Place = { readonly path: readonly (string | number)[]; readonly at: 'key' | 'value' };

/** A problem before it has a line. */
export type Issue = { readonly place: Place; readonly message: string };
