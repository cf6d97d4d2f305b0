import { makeVisible } from '@countersign/policy/make-visible';

export type OutputPiece = {
  readonly id: number;
  readonly stream: 'stdout' | 'stderr';
  readonly offset: number;
  readonly text: string;
};

export type PrintedLine = { readonly stream: OutputPiece['stream']; readonly text: string };

/** Colours and weights of letters: they hide nothing and are left out. Whatever else a terminal would obey is shown. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what such a sequence begins with.
const colours = /\u001b\[[0-9;:]*m/g;

/**
 * What a command printed, line by line, safe to look at. A terminal would let a line be written over after a carriage
 * return; here every state of it is a line of its own.
 */
export function printedLines(pieces: readonly OutputPiece[]): PrintedLine[] {
  return runsOfOneStream(pieces).flatMap(({ stream, text }) => {
    const lines = text.replace(colours, '').split(/\r\n|\n|\r/);
    // The end of the last line is no line of its own.
    if (lines.at(-1) === '') lines.pop();
    return lines.map((line) => ({ stream, text: visibleWithTabs(line) }));
  });
}

/** Every piece once, in the order in which it was told. */
export function mergePieces(some: readonly OutputPiece[], others: readonly OutputPiece[]): readonly OutputPiece[] {
  if (others.length === 0) return some;
  const byId = new Map([...some, ...others].map((piece) => [piece.id, piece]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** Pieces end anywhere: those of one stream that follow each other are one text. */
function runsOfOneStream(pieces: readonly OutputPiece[]): PrintedLine[] {
  const runs: { stream: OutputPiece['stream']; parts: string[] }[] = [];
  for (const { stream, text } of pieces) {
    const last = runs.at(-1);
    if (last?.stream === stream) last.parts.push(text);
    else runs.push({ stream, parts: [text] });
  }
  return runs.map(({ stream, parts }) => ({ stream, text: parts.join('') }));
}

/** Tabs are layout in what a program prints. */
function visibleWithTabs(line: string): string {
  return line.includes('\t') ? line.split('\t').map(makeVisible).join('\t') : makeVisible(line);
}
