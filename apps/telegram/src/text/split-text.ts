/** Where a text may be parted, best first. Each part keeps what ends it, so that together they are the whole text. */
const endings = ['\n\n', '\n', '. ', ' '] as const;

/** A piece that would be shorter than this share of the limit is not worth a nicer place. */
const fillMin = 0.5;

/** A text in pieces of bounded length, parted at sensible places and never inside a character. */
export function splitText(text: string, lengthMax: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > lengthMax) {
    const end = endOfPiece(rest, lengthMax);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  if (rest !== '' || pieces.length === 0) pieces.push(rest);
  return pieces;
}

function endOfPiece(text: string, lengthMax: number): number {
  for (const ending of endings) {
    const at = text.lastIndexOf(ending, lengthMax - ending.length);
    if (at + ending.length > lengthMax * fillMin) return at + ending.length;
  }
  return splitsPair(text, lengthMax) ? lengthMax - 1 : lengthMax;
}

function splitsPair(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text[at - 1]!) && /[\udc00-\udfff]/.test(text[at]!);
}
