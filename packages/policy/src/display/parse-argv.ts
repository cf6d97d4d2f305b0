import { renderArgv } from './render-argv.ts';
import { undoVisible } from './undo-visible.ts';

/** The words that `renderArgv` wrote. Throws for a text that it cannot have written. */
export function parseArgv(rendered: string): string[] {
  const argv: string[] = [];
  for (let at = 0; at < rendered.length; ) {
    const end = rendered[at] === '"' ? endOfQuoted(rendered, at) : endOfPlain(rendered, at);
    const word = rendered.slice(at, end);
    argv.push(word.startsWith('"') ? unquote(word) : word);
    at = end + 1;
  }
  if (renderArgv(argv) !== rendered) throw new Error('These are no words in the way they are shown.');
  return argv;
}

function endOfPlain(text: string, from: number): number {
  const blank = text.indexOf(' ', from);
  return blank < 0 ? text.length : blank;
}

function endOfQuoted(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

const unescapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unquote(word: string): string {
  return undoVisible(word.slice(1, -1)).replace(/\\(.)/g, (_, sign: string) => unescapes[sign] ?? sign);
}
