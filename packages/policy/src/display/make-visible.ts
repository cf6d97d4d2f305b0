/**
 * A8: characters that a screen swallows, reorders or acts upon, written out as ⟦U+202E⟧. Line feeds stay. The bracket
 * itself is written out too, so that no text can pretend to be such a mark: two texts that look the same are the same.
 */
export function makeVisible(text: string): string {
  return deceptive.test(text) ? text.replace(deceptiveAll, mark) : text;
}

/** Every control, format, surrogate, private and unassigned character, all blanks but the space, and fillers. */
const deceptiveClass =
  '\\p{C}\\p{Zl}\\p{Zp}\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\u115f\\u1160\\u3164\\uffa0\\u034f\\u17b4\\u17b5\\ufe00-\\ufe0f\\u27e6';
const source = `(?!\\n)[${deceptiveClass}]`;
const deceptive = new RegExp(source, 'u');
const deceptiveAll = new RegExp(source, 'gu');

function mark(character: string): string {
  return `⟦U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟧`;
}
