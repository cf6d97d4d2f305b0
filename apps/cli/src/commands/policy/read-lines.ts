/** The bytes of a line, or null for one that was too long to be kept. */
export type Line = Uint8Array | null;

const lineFeed = 0x0a;

/**
 * Lines of a stream of bytes, all that each piece of input completed at once: answers go out as input comes in. A line
 * that is too long is let go of as it is read, and those after it come as they are.
 */
export async function* readLines(input: AsyncIterable<Uint8Array>, lineBytesMax: number): AsyncGenerator<Line[]> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  const keep = (piece: Uint8Array): void => {
    bytes += piece.length;
    if (bytes > lineBytesMax) pieces = [];
    else pieces.push(piece);
  };
  const take = (): Line => {
    const line = bytes > lineBytesMax ? null : pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of input) {
    const lines: Line[] = [];
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      keep(chunk.subarray(from, end));
      lines.push(take());
      from = end + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
    if (lines.length > 0) yield lines;
  }
  if (bytes > 0) yield [take()];
}
