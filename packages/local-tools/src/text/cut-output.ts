/** A text within its limits: its beginning and its end, with a note of what is left out between them. */
export type CutOutput = { readonly text: string; readonly isCutByLines: boolean; readonly isCutByBytes: boolean };

/** T3: of a long output both ends matter, the start for what was done and the end for how it went. */
export function cutOutput(text: string, linesMax: number, bytesMax: number): CutOutput {
  const lines = text.split('\n');
  // What ends with a line feed has no line after it.
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const isCutByLines = count > linesMax;
  const byLines = isCutByLines
    ? [
        ...lines.slice(0, linesMax >> 1),
        noteOf(count - linesMax, 'lines'),
        ...lines.slice(count - (linesMax - (linesMax >> 1))),
      ].join('\n')
    : text;
  const bytes = Buffer.from(byLines);
  if (bytes.length <= bytesMax) return { text: byLines, isCutByLines, isCutByBytes: false };
  const head = characterEnd(bytes, bytesMax >> 1);
  const tail = characterEnd(bytes, bytes.length - (bytesMax >> 1) + 3);
  const note = `\n${noteOf(tail - head, 'bytes')}\n`;
  return {
    text: bytes.toString('utf8', 0, head) + note + bytes.toString('utf8', tail),
    isCutByLines,
    isCutByBytes: true,
  };
}

function noteOf(count: number, what: string): string {
  return `[… ${count} ${what} left out …]`;
}

/** Goes back to where a character begins. */
function characterEnd(bytes: Buffer, at: number): number {
  let end = at;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return end;
}
