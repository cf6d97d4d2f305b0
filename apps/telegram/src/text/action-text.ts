import type { Display, DisplaySection } from '@countersign/contract';
import { limits } from '../limits.ts';
import { shownByServer } from './rich-text.ts';

type Section<Kind extends DisplaySection['kind']> = Extract<DisplaySection, { kind: Kind }>;
type DiffLine = Section<'diff'>['lines'][number];

/** A8: what would be done, as the server rendered it from the sealed call, line by line. Signs say everything. */
export function actionText({ sections }: Display): string {
  return shownByServer(sections.flatMap(sectionLines).join('\n'));
}

function sectionLines(section: DisplaySection): string[] {
  switch (section.kind) {
    case 'argv':
      return [`${section.label}: ${section.words.join(' ')}`];
    case 'fields':
      return section.fields.map(({ label, text }) =>
        text.includes('\n') ? `${label}:\n${text}` : `${label}: ${text}`,
      );
    case 'script':
      return scriptLines(section);
    case 'diff':
      return [`${section.label}:`, ...section.notes, ...foldSame(section.lines).map(diffLine)];
  }
}

/** The script in full, and what in it is reason enough to ask. */
function scriptLines({ label, lines, parts, notes }: Section<'script'>): string[] {
  const rows = lines.map(({ segments }) => {
    const isMarked = segments.some(({ part }) => part !== null);
    return `${isMarked ? '▶' : ' '} ${segments.map(({ text }) => text).join('')}`;
  });
  const marked = parts
    .filter((part) => part.marked)
    .map(({ program, command, risk_level, reasons }) => {
      const words = command ?? `${program ?? 'something'} (its words are masked, or not known before it runs)`;
      return `▶ ${risk_level} ${words}: ${reasons.join(' ')}`;
    });
  return [`${label}:`, ...rows, ...notes, ...(marked.length > 0 ? ['asked about because of:', ...marked] : [])];
}

function diffLine(line: DiffLine | number): string {
  if (typeof line === 'number') return `⋮ ${line} lines stay as they are`;
  const signs = { add: '+', remove: '-', same: ' ', note: '!' } as const;
  return `${signs[line.kind]} ${line.text}`;
}

/** Long stretches of lines that stay are counted instead of shown: they are in the file already. */
function foldSame(lines: readonly DiffLine[]): (DiffLine | number)[] {
  const folded: (DiffLine | number)[] = [];
  for (let start = 0; start < lines.length; ) {
    const isSame = lines[start]!.kind === 'same';
    let end = start;
    while (end < lines.length && (lines[end]!.kind === 'same') === isSame) end += 1;
    const from = start === 0 ? start : start + limits.contextLines;
    const to = end === lines.length ? end : end - limits.contextLines;
    if (isSame && to - from > 1) folded.push(...lines.slice(start, from), to - from, ...lines.slice(to, end));
    else folded.push(...lines.slice(start, end));
    start = end;
  }
  return folded;
}
