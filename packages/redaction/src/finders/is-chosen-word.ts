import type { Name } from '../values/read-name.ts';
import type { Value } from '../values/read-value.ts';

/** Passwords of many systems out of the box. */
const chosen = /^(?:change[-_]?me|secret|password|example|dummy|default)$/i;

/**
 * Whether a word that stands for a secret elsewhere is one under the name of a password: in quotes, in env form, and
 * `changeme` anywhere. A bare word elsewhere is the name of a variable: login(password=password).
 */
export function isChosenWord({ text, quote }: Value, name: Name, sign: string): boolean {
  if (!chosen.test(text)) return false;
  const isEnv = sign === '=' && /^[A-Z0-9_]+$/.test(name.text);
  return quote !== '' || isEnv || /^change/i.test(text);
}
