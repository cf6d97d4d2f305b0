import type { Entry } from '../entry.ts';

type Sized = { readonly no: number; readonly kind: Entry['kind']; readonly length: number };

/**
 * Up to which entry a conversation may be summed up so that, if possible, at most so many characters stay: its number, or null where
 * nothing can go. What stays begins with an answer of the model or with words of a person, never with the results of calls that
 * are gone; the last answer and what came of it always stay.
 */
export function chooseCut(entries: readonly Sized[], keptLengthMax: number): number | null {
  const lastAnswer = entries.findLastIndex(({ kind }) => kind === 'model');
  // Before the first answer there is the task, which stays anyway.
  let start = lastAnswer === -1 ? Math.min(1, entries.length) : lastAnswer;
  let kept = entries.slice(start).reduce((sum, { length }) => sum + length, 0);
  for (let index = start - 1; index >= 0; index -= 1) {
    kept += entries[index]!.length;
    if (kept > keptLengthMax) break;
    if (entries[index]!.kind === 'model' || entries[index]!.kind === 'user') start = index;
  }
  return entries[start - 1]?.no ?? null;
}
