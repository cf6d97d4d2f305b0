import { describe, expect, it } from 'vitest';
import { mergePieces, type OutputPiece, printedLines } from './printed-lines.ts';

const piece = (id: number, text: string, stream: OutputPiece['stream'] = 'stdout'): OutputPiece => ({
  id,
  stream,
  offset: 0,
  text,
});
const texts = (...pieces: OutputPiece[]) => printedLines(pieces).map(({ text }) => text);

describe('what a command printed', () => {
  it('is one text of pieces that end anywhere, colours left out [T7]', () => {
    expect(texts(piece(1, 'on'), piece(2, 'e\ntw\u001b[3'), piece(3, '1mo\u001b[0m\n'))).toEqual(['one', 'two']);
  });

  it('shows whatever else a terminal would obey, and every state of a line that is written over [A8]', () => {
    expect(texts(piece(1, '\u001b[2Jgone\u0007\n10%\r20%\r\na\tb\u202e'))).toEqual([
      '⟦U+001B⟧[2Jgone⟦U+0007⟧',
      '10%',
      '20%',
      'a\tb⟦U+202E⟧',
    ]);
  });

  it('tells the two streams apart, and every piece once [T7]', () => {
    const pieces = mergePieces(
      [piece(1, 'out\n'), piece(2, 'err\n', 'stderr')],
      [piece(2, 'err\n', 'stderr'), piece(3, 'x')],
    );
    expect(printedLines(pieces)).toEqual([
      { stream: 'stdout', text: 'out' },
      { stream: 'stderr', text: 'err' },
      { stream: 'stdout', text: 'x' },
    ]);
  });
});
