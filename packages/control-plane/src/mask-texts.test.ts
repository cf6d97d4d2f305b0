import { describe, expect, it } from 'vitest';
import { maskTexts } from './mask-texts.ts';

const redactor = { text: (text: string) => text.replaceAll('hunter2', '***') };

describe('masking the texts of a value', () => {
  it('reaches every text, and copies only what it changes [G8]', () => {
    const kept = { b: ['plain', 1, null] };
    const value = { session_id: 'hunter2', list: ['a', { deep: 'is hunter2' }], kept };
    const masked = maskTexts(redactor, value);
    expect(masked).toEqual({ session_id: '***', list: ['a', { deep: 'is ***' }], kept });
    expect(masked.kept).toBe(kept);
    expect(value.session_id).toBe('hunter2');
  });

  it('gives back the very value where there is nothing to hide', () => {
    const value = { a: ['b', { c: 'd' }], n: 1, none: null };
    expect(maskTexts(redactor, value)).toBe(value);
  });

  it('leaves ids alone', () => {
    const everything = { text: () => '***' };
    const ids = ['0199c0de-0000-7000-8000-000000000000', 'LOW'];
    expect(maskTexts(everything, ids)).toBe(ids);
    expect(maskTexts(everything, 'a'.repeat(64))).toBe('***');
  });
});
