import { characterStart } from './character-start.ts';

/** A text within its limits: its beginning and its end, with a note of what is left out between them. */
export type CutOutput = { readonly text: string; readonly isCutByLines: boolean; readonly isCutByBytes: boolean };

/** T3: of a long output both ends matter, the start for what was done and the end for how it went. */
export function cutOutput(text: string, linesMax: number, bytesMax: number): CutOutput {
  const bytes = Buffer.from(text);
  const lineEnds = lineEndsOf(bytes);
  const isCutByLines = lineEnds.length > linesMax;
  const isCutByBytes = bytes.length > bytesMax;
  if (!isCutByLines && !isCutByBytes) return { text, isCutByLines, isCutByBytes };
  const linesHead = linesMax >> 1;
  const bytesHead = bytesMax >> 1;
  const headByLines = isCutByLines ? (lineEnds[linesHead - 1] ?? 0) : bytes.length;
  const tailByLines = isCutByLines ? lineEnds[lineEnds.length - (linesMax - linesHead) - 1]! : 0;
  const head = characterStart(bytes, Math.min(headByLines, bytesHead), 'utf-8');
  const tail = characterStartAfter(bytes, Math.max(tailByLines, bytes.length - (bytesMax - bytesHead)));
  const note = `[… ${tail - head} bytes left out …]`;
  const beginning = bytes.toString('utf8', 0, head);
  return {
    text: `${beginning}${beginning === '' || beginning.endsWith('\n') ? '' : '\n'}${note}\n${bytes.toString('utf8', tail)}`,
    isCutByLines,
    isCutByBytes: head < headByLines || tail > tailByLines,
  };
}

/** Where each line ends, after its line feed; the last one may have none. */
function lineEndsOf(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) ends.push(at + 1);
  if ((ends.at(-1) ?? 0) < bytes.length) ends.push(bytes.length);
  return ends;
}

function characterStartAfter(bytes: Buffer, at: number): number {
  let start = at;
  while (start < bytes.length && characterStart(bytes, start, 'utf-8') !== start) start += 1;
  return start;
}
