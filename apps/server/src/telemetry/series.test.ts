import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Distribution, Series, Sum } from './series.ts';

describe('series', () => {
  it('count everything, under its labels or with the rest [P6]', () => {
    const label = fc.constantFrom('a', 'b', 'a\nb', '', 'c');
    fc.assert(
      fc.property(fc.array(fc.tuple(label, label)), fc.integer({ min: 2, max: 30 }), (events, setsMax) => {
        const series = new Series(['x', 'y'], setsMax, () => new Sum());
        for (const [x, y] of events) series.at(x, y).value += 1;
        const entries = [...series.entries()];
        expect(entries.reduce((sum, { value }) => sum + value.value, 0)).toBe(events.length);
        expect(entries.length).toBeLessThanOrEqual(setsMax);
      }),
    );
  });
});

describe('a distribution', () => {
  it('puts every value below the first step that is not smaller [P6]', () => {
    const steps = [1, 10, 100];
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1_000, noNaN: true })), (values) => {
        const distribution = new Distribution(steps);
        for (const value of values) distribution.record(value);
        const atMost = (limit: number) => values.filter((value) => value <= limit).length;
        let cumulated = 0;
        for (const [index, step] of [...steps, Number.POSITIVE_INFINITY].entries()) {
          cumulated += distribution.counts[index]!;
          expect(cumulated).toBe(atMost(step));
        }
        expect(distribution.count).toBe(values.length);
      }),
    );
  });
});
