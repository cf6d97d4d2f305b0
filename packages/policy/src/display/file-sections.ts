import type { DisplaySection, PreviewFile } from '@countersign/contract';
import { compareLines } from './compare-lines.ts';
import { linesOf, numberLines, renderLine } from './diff-section.ts';
import { displayLimits } from './limits.ts';
import { makeVisible } from './make-visible.ts';
import { visibleLine } from './visible-line.ts';

type DiffLine = Extract<DisplaySection, { kind: 'diff' }>['lines'][number];

/** Lines that stay and stand this near to a change are shown with it. */
const contextLines = 3;

/** What an edit makes of the file as it is now: the changed lines, each with its number. */
export function editedFileSection(
  content: string,
  { find, replace, isEverywhere }: { find: string; replace: string; isEverywhere: boolean },
): DisplaySection {
  const places = content.split(find).length - 1;
  const after = places === 1 || isEverywhere ? content.split(find).join(replace) : content;
  const lines = nearChanges(numberLines(compareLines(linesOf(content), linesOf(after)), renderLine));
  return {
    kind: 'diff',
    label: 'in the file as it is now',
    lines: lines.slice(0, displayLimits.fileRowsMax),
    notes: [placesNote(places, isEverywhere), ...leftOut(lines.length, 'lines')],
  };
}

function placesNote(places: number, isEverywhere: boolean): string {
  if (places === 0) return 'The text does not stand in the file: the edit would fail and change nothing.';
  if (places > 1 && !isEverywhere)
    return `The text stands in the file ${places} times: the edit would fail and change nothing.`;
  return places === 1 ? 'The text stands in the file once.' : `The text stands in the file ${places} times.`;
}

/** A file that a command runs or obeys, as it is now. It runs as it is shown here, or not at all. */
export function runFileSection({ path, sha256, size, text }: PreviewFile): DisplaySection {
  const all = text === null ? [] : text.replace(/\n$/, '').split('\n');
  const lines = all.slice(0, displayLimits.fileRowsMax);
  const hidden = text === null ? [`Its ${size} bytes are not shown: no text, too long, or secret.`] : [];
  return {
    kind: 'script',
    label: `${makeVisible(path)} as it is now`,
    lines: lines.map((line, index) => ({ number: index + 1, segments: [{ text: visibleLine(line), part: null }] })),
    parts: [],
    notes: [
      ...hidden,
      ...leftOut(all.length, 'lines'),
      `Should it be another when the call runs, the call is refused (SHA-256 ${sha256?.slice(0, 12)}…).`,
    ],
  };
}

function leftOut(count: number, unit: string): string[] {
  const left = count - displayLimits.fileRowsMax;
  return left > 0 ? [`${left} more ${unit} are not shown.`] : [];
}

/** Long stretches that stay as they are say nothing about the change. */
function nearChanges(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Set<number>();
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let at = index - contextLines; at <= index + contextLines; at += 1) near.add(at);
  }
  return lines.filter((_, index) => near.has(index));
}
