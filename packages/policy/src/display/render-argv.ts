import { quoteWord } from './quote-word.ts';

/** A8: the words of a command, each unmistakably one. This is no shell's language: `parseArgv` alone reads it back. */
export function renderArgv(argv: readonly string[]): string {
  return argv.map(quoteWord).join(' ');
}
