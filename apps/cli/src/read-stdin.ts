import type { Terminal } from './terminal.ts';

/** The text of stdin as it arrives; a character that was cut in two comes whole with the next piece. */
export async function* readText({ stdin }: Pick<Terminal, 'stdin'>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const bytes of stdin()) {
    const text = decoder.decode(bytes, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** The lines of stdin without their ends. */
export async function* readLines(terminal: Pick<Terminal, 'stdin'>): AsyncGenerator<string> {
  let pieces: string[] = [];
  for await (const text of readText(terminal)) {
    const lines = text.split('\n');
    pieces.push(lines.shift()!);
    for (const line of lines) {
      yield withoutReturn(pieces.join(''));
      pieces = [line];
    }
  }
  const last = pieces.join('');
  if (last !== '') yield withoutReturn(last);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
