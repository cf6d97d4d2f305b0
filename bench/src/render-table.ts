/** Aligned columns; numbers are given as text and stand on the right. */
export function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const isNumeric = header.map((_, column) => rows.every((row) => /^$|^[<>=≤≥~\s]*[\d.]/.test(row[column]!)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (isNumeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
