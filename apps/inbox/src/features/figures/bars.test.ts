import { describe, expect, it } from 'vitest';
import { barsOf, labelsOf, topOf } from './bars.ts';

const from = '2026-11-16T10:00:00Z';

describe('the bars of the figures', () => {
  it('stand upon each other and reach as high as there were requests', () => {
    expect(barsOf([{ from, asked: 10, approved: 5, rejected: 2 }], 20)).toEqual([
      { from, at: 0, kind: 'approved', count: 5, y: 75, height: 25 },
      { from, at: 0, kind: 'rejected', count: 2, y: 65, height: 10 },
      { from, at: 0, kind: 'open', count: 3, y: 50, height: 15 },
    ]);
  });

  it('have no part for what did not happen', () => {
    expect(barsOf([{ from, asked: 0, approved: 0, rejected: 0 }], 2)).toEqual([]);
  });

  it.each([
    [[], 2],
    [[1], 2],
    [[3], 4],
    [[5, 2], 6],
    [[41], 50],
    [[99], 100],
    [[210], 400],
  ])('of %j end at %j', (counts, top) => {
    expect(topOf(counts)).toBe(top);
  });

  it('are named where a name begins and there is room', () => {
    const labels = labelsOf(['Mon', 'Mon', 'Tue', 'Tue', 'Wed', 'Thu'], 2);
    expect(labels).toEqual([
      { at: 0, text: 'Mon' },
      { at: 4, text: 'Wed' },
    ]);
  });
});
