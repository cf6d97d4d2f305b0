/** Where a page of bytes ends so that it has no more lines than it may; the whole length where it has fewer. */
export function endOfLines(bytes: Uint8Array, linesMax: number, lineFeed: readonly number[]): number {
  let at = 0;
  for (let lines = 0; lines < linesMax; lines += 1) {
    const found = findLineFeed(bytes, at, lineFeed);
    if (found === -1) return bytes.length;
    at = found + lineFeed.length;
  }
  return at;
}

function findLineFeed(bytes: Uint8Array, from: number, lineFeed: readonly number[]): number {
  if (lineFeed.length === 1) return bytes.indexOf(lineFeed[0]!, from);
  for (let at = from; at + 1 < bytes.length; at += 2)
    if (bytes[at] === lineFeed[0] && bytes[at + 1] === lineFeed[1]) return at;
  return -1;
}
