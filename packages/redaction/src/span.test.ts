import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marker } from './marker.ts';
import { maskSpans, mergeSpans } from './span.ts';

const length = 12;
const text = 'abcdefghijkl';
const span = fc
  .tuple(fc.nat(length - 1), fc.integer({ min: 1, max: 5 }))
  .map(([start, size]) => ({ start, end: Math.min(length, start + size) }));
const spans = fc.array(span, { maxLength: 6 });

describe('spans that overlap', () => {
  it('become the runs of all that they cover, in order [G8]', () => {
    fc.assert(
      fc.property(spans, (given) => {
        const covered = Array.from({ length }, (_, at) => given.some(({ start, end }) => at >= start && at < end));
        // Spans that touch are one as well, which a row of characters cannot tell from one.
        const runs = covered.flatMap((is, at) =>
          is && !covered[at - 1] ? [{ start: at, end: endOf(covered, at) }] : [],
        );
        // What is in order already is left as it is: sorted here, as a walk finds it.
        const found = mergeSpans(given.toSorted((one, other) => one.start - other.start));
        expect(found.map(({ start, end }) => ({ start, end }))).toEqual(runs);
      }),
    );
  });

  it('keep the quote of the one that ends last [G8]', () => {
    const merged = mergeSpans([
      { start: 0, end: 4, quote: "'" },
      { start: 2, end: 6, quote: '"' },
      { start: 3, end: 5, quote: '`' },
    ]);
    expect(merged).toEqual([{ start: 0, end: 6, quote: '"' }]);
  });

  it('are put in order where they were found in another [G8]', () => {
    const out = [
      { start: 6, end: 8 },
      { start: 0, end: 2 },
      { start: 1, end: 3 },
    ];
    expect(mergeSpans(out)).toEqual([
      { start: 0, end: 3 },
      { start: 6, end: 8 },
    ]);
    expect(mergeSpans([...out].reverse())).toEqual(mergeSpans(out));
  });
});

describe('a text with spans', () => {
  it('has a marker in place of each, and all else as it was, from an index to an index [G8]', () => {
    fc.assert(
      fc.property(spans, fc.nat(length - 1), fc.nat(length - 1), (given, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
        const merged = mergeSpans(given.toSorted((a, b) => a.start - b.start));
        let expected = '';
        for (let at = from; at < to; at++) {
          const own = merged.find(({ start, end }) => at >= start && at < end);
          if (own === undefined) expected += text[at];
          else if (at === Math.max(from, own.start)) expected += marker;
        }
        expect(maskSpans(text, merged, from, to)).toBe(expected);
      }),
    );
    expect(maskSpans(text, [])).toBe(text);
    expect(maskSpans(text, [{ start: 1, end: 11 }])).toBe(`a${marker}l`);
  });
});

function endOf(covered: readonly boolean[], from: number): number {
  const end = covered.indexOf(false, from);
  return end < 0 ? covered.length : end;
}
