/**
 * Characters that change what a terminal shows instead of being shown: controls (escape sequences start with one),
 * bidirectional marks, zero-width and tag characters, other format characters, separators of lines, private use
 * and halves of surrogate pairs.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A8: text of others as one line, with whatever would be invisible or act on the screen written out. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** The same, line by line; a tab or a line break stays what it is. */
export function printableLines(text: string): string[] {
  return text.split('\n').map((line) => line.split('\t').map(printable).join('    '));
}
