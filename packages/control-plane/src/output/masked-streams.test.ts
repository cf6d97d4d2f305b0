import { newId, type ToolCallId } from '@countersign/contract';
import { createRedactor } from '@countersign/redaction';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MaskedStreams } from '../index.ts';

const redactor = createRedactor(['correct-horse-battery']);
const words = fc.constantFrom(
  'plain ',
  '\n',
  'correct-horse-battery',
  `ghp_${'a1B2'.repeat(9)}`,
  'API_TOKEN=hunter2hunter2\n',
  '😀',
  '"password": "hunter22"\n',
);

describe('what is printed in pieces', () => {
  it('is masked as if it had come in one, wherever it is cut and however often a piece comes [G8, T7]', () => {
    const cuts = fc.array(fc.nat({ max: 300 }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), cuts, fc.nat({ max: 7 }), (parts, at, again) => {
        const text = parts.join('');
        const places = [...new Set([0, ...at.filter((place) => place < text.length), text.length])].sort(
          (a, b) => a - b,
        );
        const pieces = places.slice(0, -1).map((from, index) => ({ from, text: text.slice(from, places[index + 1]) }));
        const streams = new MaskedStreams(redactor);
        const callId = newId<ToolCallId>();
        let told = '';
        const tell = ({ from, text: piece }: { from: number; text: string }): void => {
          told += streams.write(callId, { stream: 'stdout', offset: from, text: piece })?.text ?? '';
        };
        for (const [index, piece] of pieces.entries()) {
          tell(piece);
          if (index === again) tell(pieces[Math.max(0, index - 1)]!);
        }
        for (const rest of streams.end(callId)) told += rest.text;
        expect(told).toBe(redactor.text(text));
      }),
    );
  });

  it('goes on where the next piece is, after one that was lost [T7]', () => {
    const streams = new MaskedStreams(redactor);
    const callId = newId<ToolCallId>();
    const write = (offset: number, text: string) => streams.write(callId, { stream: 'stderr', offset, text });
    expect(write(0, 'one\n')).toEqual({ stream: 'stderr', text: 'one\n', received: 4 });
    expect(write(100, 'two\n')).toEqual({ stream: 'stderr', text: 'two\n', received: 104 });
  });

  it('is forgotten of the oldest call where there are too many [T7]', () => {
    const streams = new MaskedStreams(redactor);
    const calls = Array.from({ length: 1_001 }, () => newId<ToolCallId>());
    for (const callId of calls) streams.write(callId, { stream: 'stdout', offset: 0, text: 'held' });
    expect(streams.end(calls[0]!)).toEqual([]);
    expect(streams.end(calls[1]!)).toEqual([{ stream: 'stdout', text: 'held', received: 4 }]);
  });
});
