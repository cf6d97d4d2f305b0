/** The beginning of a text, never with half a character at its end: such a text has no canonical form. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const splitsPair = /[\ud800-\udbff]$/.test(text.slice(0, lengthMax));
  return text.slice(0, splitsPair ? lengthMax - 1 : lengthMax);
}
