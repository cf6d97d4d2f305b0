import type { Display, DisplaySection } from '@countersign/contract';
import { printable, printableLines } from './printable.ts';
import type { Style } from './style.ts';
import { renderFields, widthOf } from './table.ts';

type Section<Kind extends DisplaySection['kind']> = Extract<DisplaySection, { kind: Kind }>;
type ScriptPart = Section<'script'>['parts'][number];
type DiffLine = Section<'diff'>['lines'][number];

/** Lines that stay as they are and stand this near to a change are printed with it. */
const contextLines = 3;

const commandLengthMax = 100;

/** A8: what the server rendered from the sealed call, one block a section. Signs say everything; colour only adds. */
export function renderDisplay({ sections }: Display, style: Style): string {
  return sections.map((section) => renderSection(section, style)).join('\n');
}

function renderSection(section: DisplaySection, style: Style): string {
  switch (section.kind) {
    case 'argv':
      return renderFields([[section.label, wordLines(section.words.map(printable))]], style);
    case 'fields':
      return renderFields(
        section.fields.map(({ label, text }) => [printable(label), printableLines(text)] as const),
        style,
      );
    case 'script':
      return renderScript(section, style);
    case 'diff':
      return renderDiff(section, style);
  }
}

/** On one line where that is short; else each on its own, so that no terminal breaks them anywhere. */
function wordLines(words: readonly string[]): readonly string[] {
  const line = words.join(' ');
  return line.length <= commandLengthMax ? [line] : words;
}

function renderScript({ label, lines, parts, notes }: Section<'script'>, style: Style): string {
  const gutter = String(lines.length).length;
  const rows = lines.flatMap(({ number, segments }) => {
    const marked = new Set(segments.flatMap(({ part }) => (part === null ? [] : [part])));
    const sign = marked.size > 0 ? style.bad('▶') : ' ';
    const text = segments.map((segment) => printable(segment.text)).join('');
    const line = `  ${sign} ${style.faint(`${String(number ?? '').padStart(gutter)} │`)} ${text}`;
    return [line, ...[...marked].map((part) => caretLine(segments, part, parts[part]!, number, gutter, style))];
  });
  return [
    `  ${style.faint(label)}`,
    ...rows,
    ...notes.map((note) => `    ${style.warning(printable(note))}`),
    ...(parts.length > 0 ? [`  ${style.faint('what it does')}`] : []),
    ...parts.flatMap((part) => partLines(part, style)),
    '',
  ].join('\n');
}

/** The reasons stand beside the first line of a part; its other lines are only underlined. */
function caretLine(
  segments: Section<'script'>['lines'][number]['segments'],
  index: number,
  part: ScriptPart,
  number: number | null,
  gutter: number,
  style: Style,
): string {
  const carets = segments
    .map((segment) => (segment.part === index ? '^' : ' ').repeat(widthOf(printable(segment.text))))
    .join('')
    .trimEnd();
  const why = part.line === number ? ` ${part.risk_level}: ${part.reasons.map(printable).join(' ')}` : '';
  return `    ${' '.repeat(gutter)} ${style.faint('│')} ${style.bad(`${carets}${why}`)}`;
}

function partLines(part: ScriptPart, style: Style): string[] {
  const { program, command, risk_level, effects, reasons, line, marked } = part;
  const unknown = `${program ?? ''} (its words are masked, or not known before it runs)`.trimStart();
  const words = printable(command ?? unknown);
  const where = line === null ? '' : ` ${style.faint(`(line ${line})`)}`;
  return [
    `  ${marked ? style.bad('▶') : ' '} ${style.risk(risk_level)}${' '.repeat(7 - risk_level.length)}${words}${where}`,
    ...effects.map((effect) => `           ${printable(effect)}`),
    ...reasons.map((reason) => `           ${printable(reason)}`),
  ];
}

function renderDiff({ label, lines, notes }: Section<'diff'>, style: Style): string {
  const gutter = String(Math.max(0, ...lines.map(({ number }) => number ?? 0))).length;
  return [
    `  ${style.faint(label)}`,
    ...notes.map((note) => `    ${style.faint(printable(note))}`),
    ...foldSame(lines).map((line) =>
      typeof line === 'number' ? foldedLine(line, style) : diffLine(line, gutter, style),
    ),
    '',
  ].join('\n');
}

function diffLine({ kind, number, text }: DiffLine, gutter: number, style: Style): string {
  const signs = { add: style.good('+'), remove: style.bad('-'), same: ' ', note: style.warning('!') } as const;
  const paints = { add: style.good, remove: style.bad, same: String, note: style.warning } as const;
  return `    ${style.faint(number === null ? ' '.repeat(gutter) : String(number).padStart(gutter))} ${signs[kind]} ${paints[kind](printable(text))}`;
}

function foldedLine(count: number, style: Style): string {
  return `    ${style.faint(`⋮ ${count} lines stay as they are (all of them with --json)`)}`;
}

/** Long stretches of lines that stay are counted instead of printed: they are in the file already. */
function foldSame(lines: readonly DiffLine[]): (DiffLine | number)[] {
  const folded: (DiffLine | number)[] = [];
  for (let start = 0; start < lines.length; ) {
    let end = start;
    while (end < lines.length && (lines[end]!.kind === 'same') === (lines[start]!.kind === 'same')) end += 1;
    const from = start === 0 ? start : start + contextLines;
    const to = end === lines.length ? end : end - contextLines;
    const hides = lines[start]!.kind === 'same' && to - from > 1;
    folded.push(
      ...(hides ? [...lines.slice(start, from), to - from, ...lines.slice(to, end)] : lines.slice(start, end)),
    );
    start = end;
  }
  return folded;
}
