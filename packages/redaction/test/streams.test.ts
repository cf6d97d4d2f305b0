import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, marker, type Redactor } from '../src/index.ts';
import { limits } from '../src/limits.ts';
import { cases } from './cases.ts';
import { pieceOfText } from './generated-text.ts';

function inPieces(redactor: Redactor, pieces: readonly string[]): string {
  const stream = redactor.stream();
  return pieces.map((piece) => stream.write(piece)).join('') + stream.end();
}

function cutAt(text: string, cuts: readonly number[]): readonly string[] {
  const sorted = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  return sorted.slice(1).map((cut, index) => text.slice(sorted[index], cut));
}

describe('a text in pieces', () => {
  it.each(cases)(
    'is masked as the whole is, wherever it is cut in two, and character by character: $id [G8]',
    ({ text, known_secrets }) => {
      const redactor = createRedactor(known_secrets);
      const whole = redactor.text(text);
      for (let cut = 0; cut <= text.length; cut++) {
        expect(inPieces(redactor, [text.slice(0, cut), text.slice(cut)])).toBe(whole);
      }
      expect(inPieces(redactor, text.split(''))).toBe(whole);
    },
  );

  it('is masked as the whole is, whatever cases it is made of and wherever it is cut [G8]', () => {
    const redactor = createRedactor(['known-value-of-FAKE-9', 'zwölf Boxkämpfer 😀']);
    const part = fc.oneof(fc.constantFrom(...cases.map(({ text }) => text)), pieceOfText);
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 8 }),
        fc.constantFrom('', ' ', '\n', '\r\n', '\\\n'),
        fc.array(fc.nat(), { maxLength: 6 }),
        (parts, glue, cuts) => {
          const text = parts.join(glue);
          expect(inPieces(redactor, cutAt(text, cuts))).toBe(redactor.text(text));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is the same when it is masked again, whatever it is made of [G8]', () => {
    const redactor = createRedactor(['known-value-of-FAKE-9']);
    fc.assert(
      fc.property(fc.array(pieceOfText, { maxLength: 12 }), (parts) => {
        const once = redactor.text(parts.join(''));
        expect(redactor.text(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is passed on when a line is complete [G8]', () => {
    const stream = createRedactor().stream();
    expect(stream.write('first\nsec')).toBe('first\n');
    expect(stream.write('ond\nA_TOKEN=x')).toBe('second\n');
    expect(stream.write('\n')).toBe(`A_TOKEN=${marker}\n`);
    expect(stream.end()).toBe('');
  });
});

describe('a line that is too long to be held', () => {
  const filler = 'word '.repeat(limits.windowLength / 5);
  const secret = 'ghp_q7FAKEq7FAKEq7FAKEq7FAKEq7FAKE';

  it('is passed on while it arrives [G8]', () => {
    const stream = createRedactor().stream();
    const early = stream.write(filler) + stream.write(filler);
    expect(early.length).toBeGreaterThanOrEqual(filler.length);
    expect(early + stream.end()).toBe(filler + filler);
  });

  it('loses a secret wherever it stands in it [G8]', () => {
    const redactor = createRedactor();
    const edges = [limits.windowLength, limits.windowLength - limits.windowOverlapLength];
    for (const edge of edges) {
      for (let at = edge - 120; at < edge + 60; at += 7) {
        const text = `${filler.slice(0, at)} A_PASSWORD=${secret} ${filler}`;
        expect(redactor.text(text)).toBe(`${filler.slice(0, at)} A_PASSWORD=${marker} ${filler}`);
      }
    }
  });

  it('is masked up to its end where one secret is longer than a window [G8]', () => {
    const long = 'q7FAKE'.repeat(30_000);
    const redactor = createRedactor();
    expect(redactor.text(`a A_TOKEN=${long} b`)).toBe(`a A_TOKEN=${marker} b`);
    expect(redactor.text(`a A_TOKEN="${long}" b`)).toBe(`a A_TOKEN="${marker}" b`);
    expect(redactor.text(`a A_TOKEN='${long}' b`)).toBe(`a A_TOKEN='${marker}' b`);
    expect(redactor.text(`a A_TOKEN="${long}\nb`)).toBe(`a A_TOKEN="${marker}\nb`);
    expect(redactor.text(`a A_TOKEN=${long}\r\nb`)).toBe(`a A_TOKEN=${marker}\r\nb`);
    expect(redactor.text(`a A_TOKEN="${long}\r\nb`)).toBe(`a A_TOKEN="${marker}\r\nb`);
    expect(redactor.text(`a A_TOKEN=${long}`)).toBe(`a A_TOKEN=${marker}`);
  });

  it('is masked as a part of what an earlier line opened [G8]', () => {
    const long = 'q7FAKE word '.repeat(12_000);
    const redactor = createRedactor();
    for (const [before, after] of [
      ['PASSWORD="a\n', '"\nX=1'],
      ['password: |\n  ', '\nx: 1'],
      ['-----BEGIN PRIVATE KEY-----\n', '\n-----END PRIVATE KEY-----\nx'],
      [`token:\n${'q7FAKE'.repeat(12_000)}`, '\nx'],
    ] as const) {
      const masked = redactor.text(`${before}${before.startsWith('token') ? '' : long}${after}`);
      expect(masked).not.toContain('FAKE');
      expect(masked).toContain(after.at(-1));
    }
  });

  it('is masked where a window ends with a line that goes on, and where it ends what was opened [G8]', () => {
    const redactor = createRedactor();
    const text = `${'a'.repeat(limits.windowLength - 2)}\\\nb A_TOKEN=`;
    expect(redactor.text(`${text}x`)).toBe(text + marker);
    expect(redactor.text(`PASSWORD="a\nb" ${filler}${filler}`)).toBe(`PASSWORD="${marker}" ${filler}${filler}`);
  });

  it('is masked the same however it is cut, and cuts no character in two [G8]', () => {
    const redactor = createRedactor();
    const part = fc.oneof(
      pieceOfText,
      fc.constantFrom('😀'.repeat(9_000), 'x'.repeat(30_001), filler.slice(0, 40_000), 'q7F'.repeat(20_000)),
    );
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 3, maxLength: 10 }),
        fc.array(fc.nat(), { maxLength: 4 }),
        (parts, cuts) => {
          const text = parts.join('');
          const whole = redactor.text(text);
          expect(inPieces(redactor, cutAt(text, cuts))).toBe(whole);
          expect(whole.isWellFormed()).toBe(text.isWellFormed());
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(['', 'x'])('cuts no character of a line without an end in two, begun with "%s" [G8]', (begin) => {
    const text = begin + '😀'.repeat(limits.windowLength);
    const stream = createRedactor([]).stream();
    const pieces = [stream.write(text), stream.end()];
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(pieces.join('')).toBe(text);
  });
});
