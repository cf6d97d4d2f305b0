import { compareLines } from '@countersign/policy/compare-lines';
import { visibleLine } from '@countersign/policy/visible-line';
import type { DiffLine } from '../../design/diff-rows.ts';

/** What becomes of a text, line by line, with nothing hidden in it. */
export function textDiff(before: string, after: string): readonly DiffLine[] {
  let [old, now] = [0, 0];
  return compareLines(linesOf(before), linesOf(after)).map(({ kind, text }) => {
    if (kind !== 'add') old += 1;
    if (kind !== 'remove') now += 1;
    return { kind, text, number: kind === 'remove' ? old : now };
  });
}

/** A line feed ends a line; it begins none of its own. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n').map(visibleLine);
}
