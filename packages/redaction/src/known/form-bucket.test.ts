import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { FormBucket } from './form-bucket.ts';

const form = (text: string) => ({ text, before: 0, after: 0 }) as const;
const beginning = 'FAKE-abc';
const ending = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 4 });
const forms = fc.uniqueArray(
  ending.map((end) => beginning + end),
  { minLength: 1, maxLength: 12 },
);

function bucketOf(texts: readonly string[]): FormBucket {
  const bucket = new FormBucket();
  for (const text of texts) bucket.add(form(text));
  return bucket;
}

describe('forms that begin alike', () => {
  it('are found by the longest that stands there, as if each were tried [G8]', () => {
    fc.assert(
      fc.property(forms, ending, ending, (texts, before, after) => {
        const text = before + beginning + after;
        const bucket = bucketOf(texts);
        for (let end = before.length; end <= text.length; end++) {
          const there = texts.filter((each) => text.slice(before.length, end).startsWith(each));
          const longest = there.toSorted((one, other) => other.length - one.length)[0];
          expect(bucket.longestAt(text, before.length, end)?.text).toBe(longest);
        }
      }),
    );
  });

  it('go on after a text that one of them begins with and is not over [G8]', () => {
    fc.assert(
      fc.property(forms, ending, ending, (texts, before, after) => {
        const begun = (beginning + after).slice(0, limits.knownValueLengthMin + 2);
        const text = before + begun;
        const goesOn = texts.some((each) => each.length > begun.length && each.startsWith(begun));
        expect(bucketOf(texts).goesOnAfter(text, before.length, text.length)).toBe(goesOn);
      }),
    );
  });

  it('are forgotten one by one [G8]', () => {
    const bucket = new FormBucket();
    const [one, other] = [form('FAKE-abcd'), form('FAKE-abce')];
    expect(bucket.isEmpty).toBe(true);
    bucket.add(one);
    bucket.add(other);
    bucket.remove(one);
    expect(bucket.longestAt('FAKE-abcd', 0, 9)).toBeUndefined();
    expect(bucket.longestAt('FAKE-abce', 0, 9)).toBe(other);
    expect(bucket.isEmpty).toBe(false);
    bucket.remove(other);
    expect(bucket.isEmpty).toBe(true);
  });
});
