import { limits } from '../limits.ts';

const hash = /^(?:sha\d{1,3}|md5|h1)[-:]/i;

/** Whether a word looks as if it was made by a machine: nobody would write it in a sentence or in code. */
export function isOpaque(word: string): boolean {
  if (word.length < limits.opaqueLengthMin || hash.test(word)) return false;
  const hasDigit = /[0-9]/.test(word);
  const hasLower = /[a-z]/.test(word);
  const hasUpper = /[A-Z]/.test(word);
  if (hasDigit && (hasLower || hasUpper) && !isVersionOrPath(word)) return true;
  // Letters alone: capitals inside, and not as camelCase has them.
  return word.length >= 20 && hasLower && hasUpper && /[A-Z]{2}[a-z]|[a-z][A-Z][a-z]?[A-Z]/.test(word);
}

function isVersionOrPath(word: string): boolean {
  return /^v?\d+(?:\.\d+)+/.test(word) || /^[a-z]+(?:[._/:-][a-z]+)*[._/:-]?\d{0,4}$/i.test(word);
}
