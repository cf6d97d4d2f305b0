import { makeVisible } from './make-visible.ts';

/** A word as it is where that is unmistakable, quoted where it is not. */
export function quoteWord(value: unknown): string {
  const text = String(value);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : makeVisible(JSON.stringify(text));
}
