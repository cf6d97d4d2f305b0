import type { DisplaySection } from '@countersign/contract';

export type DiffLine = Extract<DisplaySection, { kind: 'diff' }>['lines'][number];

/** A row of the diff: a line, two lines side by side, or lines that stay as they are and are folded. */
export type DiffRow =
  | { readonly kind: 'line'; readonly key: number; readonly line: DiffLine }
  | { readonly kind: 'pair'; readonly key: number; readonly before: DiffLine | null; readonly after: DiffLine | null }
  | { readonly kind: 'fold'; readonly key: number; readonly count: number };

/** Lines that stay as they are, shown around each change. */
const contextLines = 3;

/** Far from any change, what stays as it is can be unfolded; `unfolded` has the keys of those that were. */
export function foldRows(lines: readonly DiffLine[], unfolded: ReadonlySet<number>): DiffRow[] {
  const rows: DiffRow[] = [];
  const push = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1) rows.push({ kind: 'line', key: index, line: lines[index]! });
  };
  for (let start = 0; start < lines.length; ) {
    const isSame = lines[start]!.kind === 'same';
    let end = start;
    while (end < lines.length && (lines[end]!.kind === 'same') === isSame) end += 1;
    const from = start === 0 ? start : start + contextLines;
    const to = end === lines.length ? end : end - contextLines;
    if (isSame && to - from > 1 && !unfolded.has(from)) {
      push(start, from);
      rows.push({ kind: 'fold', key: from, count: to - from });
      push(to, end);
    } else push(start, end);
    start = end;
  }
  return rows;
}

/** What goes and what comes in its place, beside each other. */
export function pairRows(rows: readonly DiffRow[]): DiffRow[] {
  const paired: DiffRow[] = [];
  let removed: { readonly key: number; readonly line: DiffLine }[] = [];
  // How many of them have a line in their place: taking those away one by one would cost too much in a long diff.
  let replaced = 0;
  const flush = (): void => {
    for (const { key, line } of removed.slice(replaced)) paired.push({ kind: 'pair', key, before: line, after: null });
    removed = [];
    replaced = 0;
  };
  for (const row of rows) {
    if (row.kind !== 'line' || row.line.kind === 'note') {
      flush();
      paired.push(row);
      continue;
    }
    const { key, line } = row;
    if (line.kind === 'remove') removed.push({ key, line });
    else if (line.kind === 'add') {
      paired.push({ kind: 'pair', key, before: removed[replaced]?.line ?? null, after: line });
      replaced += 1;
    } else {
      flush();
      paired.push({ kind: 'pair', key, before: line, after: line });
    }
  }
  flush();
  return paired;
}
