import { stripVTControlCharacters } from 'node:util';
import type { Style } from './style.ts';

/** Rows under headings, in columns. The last column is as long as it is: nothing is cut off. */
export function renderTable(headings: readonly string[], rows: readonly (readonly string[])[], style: Style): string {
  const all = [headings.map((heading) => style.faint(heading)), ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ''))));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell + ' '.repeat(widths[column]! - widthOf(cell))))
      .join('  ');
  return `${all.map(line).join('\n')}\n`;
}

/** Names and their values, one below the other; further lines of a value stand under its first. */
export function renderFields(
  fields: readonly (readonly [name: string, lines: string | readonly string[]])[],
  style: Style,
): string {
  const width = Math.max(...fields.map(([name]) => widthOf(name)));
  const render = ([name, lines]: readonly [string, string | readonly string[]]): string => {
    const [first = '', ...rest] = typeof lines === 'string' ? [lines] : lines;
    const head = `  ${style.faint(name)}${' '.repeat(width - widthOf(name))}  ${first}`;
    return [head, ...rest.map((text) => `  ${' '.repeat(width)}  ${text}`)].join('\n');
  };
  return `${fields.map(render).join('\n')}\n`;
}

/** What the text takes on the screen, near enough: wide characters of East Asian scripts and emoji count twice. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of stripVTControlCharacters(text))
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Emoji_Presentation}/u.test(
      character,
    )
      ? 2
      : 1;
  return width;
}
