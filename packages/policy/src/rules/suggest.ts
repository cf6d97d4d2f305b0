/** The known word that was probably meant, if one is near enough. */
export function suggest(given: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.min(3, Math.ceil(given.length / 2) + 1);
  for (const word of known) {
    const distance = editDistance(given.toLowerCase().replaceAll('-', '_'), word);
    if (distance < bestDistance) [best, bestDistance] = [word, distance];
  }
  return best;
}

/** Levenshtein. Words far longer than any key are not worth comparing. */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 3) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
