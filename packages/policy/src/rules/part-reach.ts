import type { Part } from '../judgement/part.ts';
import type { CallToDecide } from '../verdict.ts';

/** Whether a command's words are known before it runs: `*.ts` and `$X` stand for words that are not. */
export function areWordsKnown({ argv, command }: Part): boolean {
  return argv !== null || command === null;
}

/** What looks at the folder it is given, and not at what is in its folders. */
const looksAtOneFolder = new Set([
  'ls',
  'cd',
  'stat',
  'file',
  'test',
  '[',
  'readlink',
  'realpath',
  'dirname',
  'basename',
]);
const listingTools = new Set(['ls', 'list_directory']);

/** Whether a part that is given a folder reads what lies deeper in it. Taken to be so of whatever is not known. */
export function walksFolders({ argv, command }: Part, { tool, arguments: args }: CallToDecide): boolean {
  if (command === null) return !listingTools.has(tool.name) || args.recursive === true;
  if (!looksAtOneFolder.has(command)) return true;
  return argv === null || argv.some((word) => /^-[a-zA-Z]*R|^--recursive/.test(word));
}
