import { displayLimits } from './limits.ts';

const { blanksInARowMax, lineFeedsInARowMax, marksInARowMax } = displayLimits;

/**
 * A8: characters that a screen swallows, reorders or acts upon, written out as ⟦U+202E⟧, and runs of blanks or line
 * feeds that would push the rest out of sight as ⟦200 blanks⟧. Line feeds stay. The bracket itself is written out too,
 * so that no text can pretend to be such a mark: two texts that look the same are the same, and `undoVisible` has the
 * text back.
 */
export function makeVisible(text: string): string {
  return isPlain(text) ? text : text.replace(deceptive, mark);
}

/** What reads differently from what it is: for a warning. A tab, and a return before a line feed, are only layout. */
export function deceptiveCharacters(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (isPlain(text)) return found;
  for (const [character] of text.replaceAll('\r\n', '\n').replaceAll('\t', ' ').matchAll(deceptiveCharacter))
    found.add(character);
  return found;
}

/**
 * Every control, format, surrogate, private and unassigned character, all that may be ignored, and all blanks but one.
 * What is written here has to find its first character by a class: then most texts are looked through once, quickly.
 */
const hidden = '[[\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800\\u{1d159}\\ufffc\\u27e6]--[ \\n]]';
/** Marks that have no letter to stand on would stand on a quote, a number or a sign and change it. */
const loose = `\\p{M}(?<![\\p{L}\\p{M}]\\p{M})|\\p{M}(?<=\\p{M}{${marksInARowMax + 1}})`;
/** Only where a run begins, so that the work is linear in the length of the text. */
const runs = ` (?<! {2}) {${blanksInARowMax},}|\\n(?<!\\n{2})\\n{${lineFeedsInARowMax},}`;
const deceptive = new RegExp(`${hidden}|${loose}|${runs}`, 'gv');
const deceptiveCharacter = new RegExp(`${hidden}|${loose}`, 'gv');
const suspicious = new RegExp(`${hidden}|\\p{M}`, 'v');

const manyBlanks = ' '.repeat(blanksInARowMax + 1);
const manyLineFeeds = '\n'.repeat(lineFeedsInARowMax + 1);

function isPlain(text: string): boolean {
  if (text.length > lineFeedsInARowMax && (text.includes(manyBlanks) || text.includes(manyLineFeeds))) return false;
  return !/[^ -~\n]/.test(text) || !suspicious.test(text);
}

function mark(found: string): string {
  if (found.startsWith(' ')) return `⟦${found.length} blanks⟧`;
  if (found.startsWith('\n')) return `⟦${found.length} line feeds⟧`;
  return `⟦${codePointName(found)}⟧`;
}

export function codePointName(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
