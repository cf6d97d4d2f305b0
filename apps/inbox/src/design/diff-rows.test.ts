import { describe, expect, it } from 'vitest';
import { type DiffLine, foldRows, pairRows } from './diff-rows.ts';

const line = (kind: DiffLine['kind'], text = kind as string): DiffLine => ({ kind, number: 1, text });
const same = (count: number): DiffLine[] => Array.from({ length: count }, () => line('same'));
const none: ReadonlySet<number> = new Set();
const pairsOf = (lines: readonly DiffLine[]) =>
  pairRows(foldRows(lines, none)).map((row) =>
    row.kind === 'pair' ? [row.before?.text ?? null, row.after?.text ?? null] : row.kind,
  );

describe('rows of a diff', () => {
  it('fold what stays as it is, but for some lines around a change', () => {
    const rows = foldRows([...same(10), line('add'), ...same(10)], none);
    expect(rows.map(({ kind }) => kind)).toEqual([
      'fold',
      'line',
      'line',
      'line',
      'line',
      'line',
      'line',
      'line',
      'fold',
    ]);
    expect(rows[0]).toEqual({ kind: 'fold', key: 0, count: 7 });
    expect(foldRows([...same(10), line('add')], new Set([0]))).toHaveLength(11);
  });

  it('put what comes beside what goes, and leave no line out', () => {
    const changed = [line('remove', 'a'), line('remove', 'b'), line('add', 'A'), line('same', 's'), line('add', 'C')];
    expect(pairsOf(changed)).toEqual([
      ['a', 'A'],
      ['b', null],
      ['s', 's'],
      [null, 'C'],
    ]);
    expect(pairsOf([line('remove', 'a'), line('note'), line('add', 'A'), line('add', 'B')])).toEqual([
      ['a', null],
      'line',
      [null, 'A'],
      [null, 'B'],
    ]);
  });

  it('are made of five megabytes in both layouts', () => {
    const text = 'x'.repeat(50);
    const gone = Array.from({ length: 50_000 }, () => line('remove', text));
    const come = Array.from({ length: 50_001 }, () => line('add', text));
    const folded = foldRows([...gone, ...come], none);
    expect(folded).toHaveLength(100_001);
    const paired = pairRows(folded);
    expect(paired).toHaveLength(50_001);
    expect(paired.at(-1)).toMatchObject({ before: null, after: { kind: 'add' } });
  });
});
