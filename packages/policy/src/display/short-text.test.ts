import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { shortText } from './short-text.ts';

describe('a text in a sentence', () => {
  it('is visible, and has a sign where its end is missing [A8]', () => {
    expect(shortText('a\u202eb')).toBe('a⟦U+202E⟧b');
    expect(shortText('x'.repeat(limits.quotedLengthMax))).toBe('x'.repeat(limits.quotedLengthMax));
    expect(shortText('x'.repeat(limits.quotedLengthMax + 1))).toBe(`${'x'.repeat(limits.quotedLengthMax)}…`);
  });
});
