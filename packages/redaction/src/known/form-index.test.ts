import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { FormIndex } from './form-index.ts';

const form = (text: string) => ({ text, before: 0, after: 0 }) as const;
const unit = fc.constantFrom('a', 'b', '\u{fe}');
const beginningOf = (text: string): string => text.slice(0, limits.knownValueLengthMin);

function placesIn(index: FormIndex, text: string, from = 0, to = text.length): readonly number[] {
  const places: number[] = [];
  index.each(text, from, to, (_, at) => places.push(at));
  return places;
}

describe('an index of forms', () => {
  it('names the places where a text goes on as a form begins, and no other, between any two indexes [G8]', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit, minLength: 8, maxLength: 10 }), { maxLength: 6 }),
        fc.string({ unit, maxLength: 24 }),
        fc.nat({ max: 24 }),
        fc.nat({ max: 24 }),
        (texts, text, one, other) => {
          const index = new FormIndex();
          for (const each of texts) index.add(form(each));
          const whole = texts.slice(0, 1).join('') + text;
          const [from = 0, to = 0] = [one, other].map((at) => Math.min(at, whole.length)).toSorted((a, b) => a - b);
          const expected = Array.from({ length: whole.length }, (_, at) => at).filter(
            (at) =>
              at >= from &&
              at + limits.knownValueLengthMin <= to &&
              texts.some((each) => whole.startsWith(beginningOf(each), at)),
          );
          expect(placesIn(index, whole, from, to)).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('names them among thousands of forms, and names none that was taken out [G8]', () => {
    const index = new FormIndex();
    const forms = Array.from({ length: 3_000 }, (_, number) => form(`${String(number).padStart(8, 'q')}-FAKE`));
    for (const each of forms) {
      index.add(each);
      expect(placesIn(index, `a ${each.text} b`)).toEqual([2]);
    }
    expect(forms.every(({ text }) => placesIn(index, text).length === 1)).toBe(true);
    for (const each of forms.slice(1)) index.remove(each);
    expect(forms.flatMap(({ text }) => placesIn(index, text))).toEqual([0]);
  });

  it('keeps those that begin as one does that was taken out, and none when the last is gone [G8]', () => {
    const index = new FormIndex();
    const [one, other] = [form('FAKE-known-1'), form('FAKE-known-2')];
    expect(placesIn(index, 'FAKE-known')).toEqual([]);
    index.add(one);
    index.add(other);
    index.remove(one);
    expect(placesIn(index, 'FAKE-known')).toEqual([0]);
    index.remove(other);
    expect(placesIn(index, 'FAKE-known')).toEqual([]);
  });
});
