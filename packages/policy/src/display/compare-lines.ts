import { diffArrays } from 'diff';
import { displayLimits } from './limits.ts';

export type ComparedLine = { readonly kind: 'add' | 'remove' | 'same'; readonly text: string };

/**
 * The lines of two texts with what they have in common. Where they have so little in common that finding it would take
 * long, all of the one and then all of the other: as true, and bounded by a number of steps, so always the same.
 */
export function compareLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return [
    ...after.slice(0, head).map(same),
    ...compareMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...after.slice(after.length - tail).map(same),
  ];
}

function compareMiddle(before: string[], after: string[]): ComparedLine[] {
  const isShort = before.length + after.length <= 2 * displayLimits.rowsMax;
  const changes = isShort && diffArrays(before, after, { maxEditLength: displayLimits.editsMax });
  if (!changes) return [...before.map(removed), ...after.map(added)];
  return changes.flatMap(({ value, added: isNew, removed: isOld }) =>
    value.map(isNew ? added : isOld ? removed : same),
  );
}

const same = (text: string): ComparedLine => ({ kind: 'same', text });
const added = (text: string): ComparedLine => ({ kind: 'add', text });
const removed = (text: string): ComparedLine => ({ kind: 'remove', text });
