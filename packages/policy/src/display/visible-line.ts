import { makeVisible } from './make-visible.ts';

/**
 * One line of a text that is shown line by line. Tabs are frequent there and get a short sign; blanks at the end, which
 * nobody sees and some languages heed, are counted.
 */
export function visibleLine(line: string): string {
  const end = endOfContent(line);
  const text = makeVisible(line.slice(0, end)).replaceAll('⟦U+0009⟧', '⟦→⟧');
  return end === line.length ? text : `${text}⟦${line.length - end} blank${line.length - end === 1 ? '' : 's'}⟧`;
}

/** Where the blanks at the end of a line begin. */
export function endOfContent(line: string): number {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  return end;
}
