/**
 * Globs with `*` alone, as the pieces between the stars. Each piece is searched for once, from where the one before it
 * ended: time grows with the text and no pattern makes it grow faster.
 */
export type Glob = readonly string[];

/** What other globs give a meaning to and these do not: better refused than silently never matched. */
const foreign = new Set('?[]{}');

/** Why the text cannot be a glob, and what to write instead; null where it can. */
export function globProblem(pattern: string): string | null {
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index]!;
    if (foreign.has(character))
      return `"${character}" has no meaning in a glob here, only * has: write a list for several choices, or \\${character} for the character itself`;
    if (character === '\\') {
      index += 1;
      if (index === pattern.length) return 'a glob cannot end with a backslash: write \\\\ for the character itself';
    }
  }
  return null;
}

export function compileGlob(pattern: string): Glob {
  const pieces = [''];
  for (let index = 0; index < pattern.length; index += 1) {
    if (pattern[index] === '*') {
      pieces.push('');
      continue;
    }
    if (pattern[index] === '\\') index += 1;
    pieces[pieces.length - 1] += pattern[index]!;
  }
  return pieces;
}

export function globMatches(glob: Glob, text: string): boolean {
  const first = glob[0]!;
  if (glob.length === 1) return text === first;
  const last = glob.at(-1)!;
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const piece of glob.slice(1, -1)) {
    const found = text.indexOf(piece, from);
    if (found === -1) return false;
    from = found + piece.length;
  }
  return from <= end;
}

/** Whether the glob stands for one text only. */
export function isLiteral(glob: Glob): boolean {
  return glob.length === 1;
}

/** The glob that stands for this text alone. */
export function literalGlob(text: string): string {
  return text.replace(/[*?[\]{}\\]/g, '\\$&');
}
