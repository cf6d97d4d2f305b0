/**
 * Characters that change what a terminal shows instead of being shown: controls (escape sequences start with one),
 * bidirectional marks, zero-width and tag characters, other format characters, separators of lines, private use
 * and halves of surrogate pairs.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A8: text of others as one line, with whatever would be invisible or act on the screen written out, in the way the
 * server writes it in an approval. The server has done so already where it matters most; a screen is protected here.
 */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `⟦U+${code}⟧`;
  });
}

/** The same, line by line. A tab is four blanks, so that none can push the rest of a line out of sight. */
export function printableLines(text: string): string[] {
  return text.split('\n').map((line) => line.split('\t').map(printable).join('    '));
}
