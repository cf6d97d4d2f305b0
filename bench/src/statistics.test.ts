import { describe, expect, it } from 'vitest';
import { median, percentile, spread } from './statistics.ts';

const oneToHundred = Array.from({ length: 100 }, (_, index) => 100 - index);

describe('percentile', () => {
  it.each([
    [0.5, 50],
    [0.99, 99],
    [1, 100],
    [0, 1],
  ])('takes the nearest rank at %d', (share, expected) => {
    expect(percentile(oneToHundred, share)).toBe(expected);
  });

  it('sorts by value, not by text', () => {
    expect(percentile([10, 9, 100], 0.5)).toBe(10);
  });
});

describe('median', () => {
  it('is the middle of an odd number of values', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('is between the two middle ones of an even number', () => {
    expect(median([1, 2, 4, 100])).toBe(3);
  });
});

describe('spread', () => {
  it('is how many times the largest is the smallest', () => {
    expect(spread([2, 5, 4])).toBe(2.5);
  });
});
