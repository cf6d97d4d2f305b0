import { canonicalJson, type JsonObject, type JsonValue } from '@countersign/contract';
import { compareLines } from '@countersign/policy/compare-lines';
import { makeVisible } from '@countersign/policy/make-visible';
import { visibleLine } from '@countersign/policy/visible-line';
import type { DiffLine } from '../../design/diff-rows.ts';

/** What an edit changes, argument by argument, with nothing hidden in it. */
export function changesOf(
  before: JsonObject,
  after: JsonObject,
): readonly { readonly name: string; readonly lines: readonly DiffLine[] }[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (sameText(old) === sameText(now)) return [];
    return [{ name: makeVisible(name), lines: numbered(linesOf(old), linesOf(now)) }];
  });
}

function sameText(value: JsonValue | undefined): string {
  return value === undefined ? '' : canonicalJson(value);
}

function linesOf(value: JsonValue | undefined): string[] {
  if (value === undefined) return [];
  return (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).split('\n').map(visibleLine);
}

function numbered(before: string[], after: string[]): DiffLine[] {
  let [old, now] = [0, 0];
  return compareLines(before, after).map(({ kind, text }) => {
    if (kind !== 'add') old += 1;
    if (kind !== 'remove') now += 1;
    return { kind, text, number: kind === 'remove' ? old : now };
  });
}
