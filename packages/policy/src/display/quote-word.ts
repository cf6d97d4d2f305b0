import { makeVisible } from './make-visible.ts';

/** A word as it is where that is unmistakable, quoted where it is not. One line, whatever is in it. */
export function quoteWord(value: unknown): string {
  const text = String(value);
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `"${makeVisible(text.replace(/["\\\n\r\t]/g, (character) => escapes[character]!))}"`;
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
