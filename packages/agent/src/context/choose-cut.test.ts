import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCut } from './choose-cut.ts';

type Kind = 'user' | 'model' | 'results' | 'notice';
const entries = (kinds: string, length = 10) =>
  [...kinds].map((letter, index) => ({
    no: index + 1,
    kind: ({ u: 'user', m: 'model', r: 'results', n: 'notice' } as const)[letter] as Kind,
    length,
  }));

describe('where a conversation is cut', () => {
  it.each([
    ['umrmrmr', 40, 3],
    ['umrmrmr', 45, 3],
    ['umrmrmr', 20, 5],
    // What happened last stays, however long it is.
    ['umrmrmr', 0, 5],
    ['umrurmr', 30, 5],
    ['umnmnmr', 40, 3],
    // Words of a person may be the first that stay.
    ['umrumr', 30, 3],
    // Nothing but the task and the last answer.
    ['umr', 0, 1],
    // Before the first answer: what came before the run.
    ['u', 0, 1],
    ['uu', 0, 1],
    ['mr', 0, null],
    ['', 0, null],
  ])('of %s to keep %i characters', (kinds, kept, expected) => {
    expect(chooseCut(entries(kinds), kept)).toBe(expected);
  });

  it('is never between an answer and its results, and leaves the last answer [W1]', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('mr', 'mn', 'u'), { maxLength: 20 }),
        fc.nat({ max: 300 }),
        (groups, kept) => {
          const all = entries(`u${groups.join('')}`);
          const upTo = chooseCut(all, kept);
          if (upTo === null) return;
          const stays = all.slice(upTo);
          expect(['model', 'user', undefined]).toContain(stays[0]?.kind);
          const lastAnswer = all.findLastIndex(({ kind }) => kind === 'model');
          if (lastAnswer !== -1) expect(upTo).toBeLessThanOrEqual(lastAnswer);
        },
      ),
    );
  });
});
