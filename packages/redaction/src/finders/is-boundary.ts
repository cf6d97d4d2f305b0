const [BACKSLASH, PERCENT, M] = [92, 37, 109] as const;
const escapeLetters = new Set(['n', 'r', 't', 'b', 'f', 'v', '0']);

/** Whether a word can begin at an index: after no letter or digit, or after the end of an escape sequence. */
export function isBoundary(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  if (!isLetter && !(code >= 48 && code <= 57)) return true;
  if (text.charCodeAt(at - 2) === BACKSLASH) return escapeLetters.has(text[at - 1]!);
  if (text.charCodeAt(at - 3) === PERCENT && /^%[0-9A-Fa-f]{2}$/.test(text.slice(at - 3, at))) return true;
  if (text.charCodeAt(at - 6) === BACKSLASH && /^\\u00[0-9A-Fa-f]{2}$/.test(text.slice(at - 6, at))) return true;
  // A colour of a terminal: ESC [ 3 1 m
  return code === M && /\[[0-9;]{0,12}m$/.test(text.slice(Math.max(0, at - 14), at));
}
