import type { DisplaySection } from '@countersign/contract';
import { limits } from '../limits.ts';
import { type ComparedLine, compareLines } from './compare-lines.ts';
import { displayLimits } from './limits.ts';
import { maskText } from './locate-span.ts';
import type { FittedRow, Meter, Row } from './meter.ts';
import { visibleLine } from './visible-line.ts';

type DiffSection = Extract<DisplaySection, { kind: 'diff' }>;
type DiffLine = DiffSection['lines'][number];

/** What is in the file now, secrets masked; `content` is null where there is no file. */
export type Present = { readonly content: string | null };

/** What a write makes of a file, against what is there where that is known. */
export function writeSection(
  { content, isAppended, present }: { content: string; isAppended: boolean; present: Present | null },
  meter: Meter,
): DiffSection {
  const lines = linesOf(content);
  const wasComplete = meter.isComplete;
  const old = comparable(present, isAppended);
  const endings = dropReturns([lines, ...(old ? [old] : [])]);
  const rows = meter.fit(rowsOf(lines, endings.render), 'lines');
  const isWhole = wasComplete && meter.isComplete;
  return {
    kind: 'diff',
    label: 'content',
    lines: old && isWhole ? numberLines(compareLines(old, lines), endings.render) : rows.map(asAdded),
    notes: [...writeNotes(content, isAppended, present, old !== null && isWhole), ...endings.notes],
  };
}

/** What an edit takes away and what it puts in its place. */
export function editSection(find: string, replace: string, isEverywhere: boolean, meter: Meter): DiffSection {
  // A line feed at the end of a piece of a text is shown as the empty line that it begins.
  const compared = compareLines(find.split('\n'), replace === '' ? [] : replace.split('\n'));
  const rows = meter.fit(
    rowsOf(
      compared.map(({ text }) => text),
      visibleLine,
    ),
    'lines',
  );
  return {
    kind: 'diff',
    label: 'find, replace',
    lines: rows.map((row) =>
      row.kind === 'note' ? noteLine(row) : { kind: compared[row.index]!.kind, number: null, text: row.text },
    ),
    notes: [
      isEverywhere ? 'Replaced wherever the text stands.' : 'Replaced at the one place where the text stands.',
      ...(replace === '' ? ['Nothing takes its place.'] : []),
    ],
  };
}

/** Lines with their ends, so that a missing one at the end of the file is a difference. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function* rowsOf(lines: readonly string[], render: (line: string) => string): Iterable<Row> {
  for (const line of lines) yield { label: '', text: render(line) };
}

/** The lines that are there now, where it makes sense to compare with them. */
function comparable(present: Present | null, isAppended: boolean): string[] | null {
  if (isAppended || present === null || present.content === null) return null;
  if (present.content.length > limits.displayLengthMax) return null;
  const lines = linesOf(present.content);
  return lines.length > displayLimits.rowsMax ? null : lines;
}

/** Where every line ends in CR LF this is said once; where only some do, each says it itself. */
function dropReturns(texts: readonly (readonly string[])[]): {
  readonly render: (line: string) => string;
  readonly notes: readonly string[];
} {
  const isEverywhere = texts.some((lines) => lines.length > 0) && texts.every((lines) => lines.every(endsInReturn));
  return {
    render: (line) => renderLine(isEverywhere ? `${line.slice(0, -2)}\n` : line),
    notes: isEverywhere ? ['Every line ends in CR LF.'] : [],
  };
}

function endsInReturn(line: string): boolean {
  return line.endsWith('\r\n');
}

export function renderLine(line: string): string {
  return line.endsWith('\n') ? visibleLine(line.slice(0, -1)) : `${visibleLine(line)}⟦no line feed at the end⟧`;
}

function asAdded(row: FittedRow): DiffLine {
  return row.kind === 'note' ? noteLine(row) : { kind: 'add', number: row.index + 1, text: row.text };
}

function noteLine({ text }: FittedRow): DiffLine {
  return { kind: 'note', number: null, text };
}

/** Numbers of lines as they will be, for those that go as they were. */
export function numberLines(compared: readonly ComparedLine[], render: (line: string) => string): DiffLine[] {
  let before = 0;
  let after = 0;
  return compared.map(({ kind, text }) => {
    if (kind !== 'add') before += 1;
    if (kind !== 'remove') after += 1;
    return { kind, number: kind === 'remove' ? before : after, text: render(text) };
  });
}

function writeNotes(content: string, isAppended: boolean, present: Present | null, isCompared: boolean): string[] {
  const notes = [stateNote(isAppended, present, isCompared)];
  if (content === '') notes.push(isAppended ? 'Nothing is added.' : 'The file will be empty.');
  if (content.includes('\0')) notes.push('This looks like binary data: it has NUL characters.');
  if (isCompared && content.includes(maskText)) notes.push('What is masked looks the same whether or not it changes.');
  return notes;
}

function stateNote(isAppended: boolean, present: Present | null, isCompared: boolean): string {
  const content = present?.content ?? null;
  if (present !== null && content === null) return 'A new file.';
  if (isAppended) {
    const joins = content !== null && content !== '' && !content.endsWith('\n');
    return joins
      ? 'Added to the end of the file, whose last line has no line feed: the first line here continues it.'
      : 'Added to the end of the file. What is there stays.';
  }
  if (isCompared) return 'Compared with what is in the file now.';
  return content === null
    ? 'What is in the file now is not known here: every line is shown as added, and what was there is replaced.'
    : 'This is too long to compare with what is in the file now: every line is shown as added, and what was there is replaced.';
}
