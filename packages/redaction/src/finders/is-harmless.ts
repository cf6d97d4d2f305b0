import { isNameCharacter } from '../values/characters.ts';
import { isOpaque } from '../values/is-opaque.ts';
import { isPlaceholder } from '../values/is-placeholder.ts';
import { isSecretName } from '../values/is-secret-name.ts';
import type { Name } from '../values/read-name.ts';
import type { Value } from '../values/read-value.ts';

const declaration = /(?:const|let|var|final|val|auto|mut|return|type)\s{1,4}$/;
const identifier = /^[A-Za-z_$][A-Za-z_$.]*[,;)\]]*$/;

/** Whether a value under the name of a secret gives nothing away: a placeholder, a piece of a program, a sentence. */
export function isHarmless(value: Value, name: Name, text: string, sign: string): boolean {
  if (value.quote !== '') return isPlaceholder(value.text.trim());
  if (isPlaceholder(value.text)) return true;
  // Nobody has a secret of three digits; counts have.
  if (/^\d{1,3}$/.test(value.text)) return true;
  if (!identifier.test(value.text)) return isBracket(value.text.charCodeAt(0)) || isOperator(value.text);
  if (sign.startsWith('==')) return true;
  const bare = withoutSigns(value.text);
  // `token: accessToken`: the name of a variable that holds it.
  if (isSecretName(bare)) return true;
  if (isDeclared(text, name.start) && !isOpaque(bare)) return true;
  return isProse(bare, name, text, sign, value);
}

function isDeclared(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) <= 32 && declaration.test(text.slice(Math.max(0, at - 12), at));
}

/** ( [ { */
function isBracket(code: number): boolean {
  return code === 40 || code === 91 || code === 123;
}

function withoutSigns(text: string): string {
  let end = text.length;
  while (!isNameCharacter(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

function isOperator(text: string): boolean {
  return /^[^A-Za-z0-9]{1,3}$/.test(text) && !/[!@#$%^]/.test(text);
}

/** "The secret: patience", "password: must be long". */
function isProse(word: string, name: Name, text: string, sign: string, value: Value): boolean {
  if (sign !== ':' || text[value.start - 1] !== ' ' || !/^[A-Za-z]?[a-z]*\.?$/.test(word)) return false;
  const before = text.slice(Math.max(0, name.start - 24), name.start);
  const after = text.slice(value.end, value.end + 24);
  return /[A-Za-z]{2,} $/.test(before) || /^[ ][a-z]{2,}/.test(after);
}
