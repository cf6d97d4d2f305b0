import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutMiddle, cutText, holdable } from './cut-text.ts';

describe('a text that is cut', () => {
  it('is whole where it fits', () => {
    expect(cutText('hello', 5)).toBe('hello');
    expect(cutMiddle('hello', 5, 'Ask.')).toBe('hello');
  });

  it('says how much is missing, and how to get it', () => {
    expect(cutText('hello there', 5)).toBe('hello… [6 more characters]');
    expect(cutMiddle('0123456789abcdef', 10, 'Ask.')).toBe('012345\n[… 6 characters left out here. Ask. …]\ncdef');
  });

  it('never ends in half of a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 40 }), (text, length) => {
        expect(cutText(text, length).isWellFormed()).toBe(true);
        expect(cutMiddle(text, length, '').isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a text that every database can hold', () => {
  it('has no NUL and no half characters', () => {
    expect(holdable('a\0b\ud800c😀')).toBe('a\uFFFDb\uFFFDc😀');
  });
});
