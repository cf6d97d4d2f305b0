/** The text that `makeVisible` wrote out. */
export function undoVisible(visible: string): string {
  return visible.replace(/⟦(?:U\+([0-9A-F]{4,6})|(\d{1,9}) (blanks|line feeds))⟧/g, (_, hex, count, what) =>
    hex === undefined
      ? (what === 'blanks' ? ' ' : '\n').repeat(Number(count))
      : String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}
