/**
 * A description becomes part of what a model reads. What a person would not see there (controls, writing direction,
 * zero width, tags, private and unassigned characters) is taken out, and every kind of blank is a plain one.
 */
export function cleanText(text: string, lengthMax: number): string {
  // Far more than is kept is not looked at.
  const near = text.slice(0, 4 * lengthMax);
  const plain = plainly(near)
    .replaceAll(/ *\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return plain.length <= lengthMax
    ? plain
    : `${plain
        .slice(0, lengthMax - 1)
        .replace(halfPair, '')
        .trimEnd()}…`;
}

/** For names and tags: one line. */
export function cleanLine(text: string, lengthMax: number): string {
  return cleanText(text.replaceAll(/[\r\n\t]+/g, ' '), lengthMax);
}

/** Whether a text has nothing in it that a person would not see. */
export function isPlainText(text: string): boolean {
  return !hiddenOnce.test(text);
}

const halfPair = /[\ud800-\udbff]$/;
const hidden = /[[\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufffc]--[\n]]/gv;
const hiddenOnce = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\u{1d159}\ufffc]/v;
const blanks = /[[\p{Z}\t]--[ ]]/gv;

function plainly(text: string): string {
  if (!/[^ -~\n]/.test(text)) return text;
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(blanks, ' ')
    .replaceAll(hidden, '');
}
