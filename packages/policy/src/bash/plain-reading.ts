/** Words that begin something else than a simple command. */
const reserved = new Set(
  'if then elif else fi for while until do done case esac select function time coproc in { } ! [ [['.split(' '),
);

/** Redirections that only silence a command or join its outputs. */
const harmlessRedirection = /(?:[12]?>[ \t]?\/dev\/null|&>[ \t]?\/dev\/null|2>&1|1>&2|>&2)(?=[\s;|&]|$)/y;
const separator = /(?:&&|\|\||[;|\n])/y;
const blank = /[ \t]+/y;
/** A piece of a word that means the same in every shell. In double quotes a backslash before a letter is only itself. */
const piece = /[\w./,:=+@%^-]+|'[^']*'|"(?:[^"$`\\!]|\\[^"$`\\!\n])*"/y;

/**
 * A second, independent reading of a script: its commands as words, or null where it is not written in the plainest
 * way. A script is LOW only where this reading and the parser's are the same, so that a mistake of one of them, or a
 * difference between two shells, cannot let anything through.
 */
export function plainReading(script: string): readonly (readonly string[])[] | null {
  const commands: string[][] = [];
  let words: string[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(script)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  while (at < script.length) {
    if (take(blank) !== null || take(harmlessRedirection) !== null) continue;
    if (take(separator) !== null) {
      if (words.length === 0) return null;
      commands.push(words);
      words = [];
      continue;
    }
    let word: string | null = null;
    for (let part = take(piece); part !== null; part = take(piece)) {
      word = (word ?? '') + (part.startsWith("'") || part.startsWith('"') ? part.slice(1, -1) : part);
    }
    if (word === null || !isPlainStart(words, word)) return null;
    words.push(word);
  }
  if (words.length > 0) commands.push(words);
  return commands;
}

function isPlainStart(words: readonly string[], word: string): boolean {
  return words.length > 0 || (/^[\w.+-]+$/.test(word) && !reserved.has(word));
}
