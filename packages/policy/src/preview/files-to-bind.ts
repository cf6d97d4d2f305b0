import type { JsonObject } from '@countersign/contract';
import { interpreters, shells, wrappers } from '../commands/knowledge/carriers.ts';
import { programName } from '../commands/program-name.ts';
import type { Judgement } from '../judgement/judgement.ts';
import { levelOf, type Part, type PathUse } from '../judgement/part.ts';
import { judgePath } from '../paths/judge-path.ts';
import { whySecret } from '../paths/secret-files.ts';
import type { Workspace } from '../paths/workspace.ts';
import { obeyedFiles } from './obeyed-files.ts';

/**
 * A file that a call stands on. `changes`: it is written. `runs`: it is the program or the script. `obeys`: a program
 * looks in it for what to run. Where it is another than the one that was shown, another thing would happen (L7).
 */
export type BoundFile = {
  /** Relative to the first root, or absolute in another one. */
  readonly path: string;
  readonly use: 'changes' | 'runs' | 'obeys';
  /** Its text is nothing to show to anybody. */
  readonly isSecret: boolean;
};

const filesMax = 20;

/** Read before their script: `node --require ./a.js b.js` runs both. */
const sourcing: ReadonlySet<string> = new Set(['source', '.']);

/** What has to be the same when a call runs as it was when somebody agreed to it. Nothing for calls that only look. */
export function filesToBind(args: JsonObject, { parts }: Judgement, workspace: Workspace): BoundFile[] {
  const root = workspace.roots[0] ?? '/';
  const folders = [
    typeof args.workdir === 'string' ? placeOf(workspace, root, args.workdir) : root,
    ...parts.filter((part) => part.command === 'cd').flatMap((part) => part.paths.map((use) => absolute(root, use))),
  ].filter((folder) => folder !== null);
  const bound = new Map<string, BoundFile>();
  for (const part of parts) {
    if (levelOf(part) === 'LOW') continue;
    for (const file of filesOfPart(part, folders, workspace)) if (!bound.has(file.path)) bound.set(file.path, file);
  }
  return [...bound.values()].slice(0, filesMax);
}

function filesOfPart(part: Part, folders: readonly string[], workspace: Workspace): BoundFile[] {
  if (part.argv === null && part.command === null)
    return part.paths.filter((use) => use.access === 'write' && use.isInside).map((use) => boundFile(use, 'changes'));
  const argv = part.argv ?? [];
  const runs = wordsThatRun(argv).flatMap((word) => usesOf(word, folders, workspace));
  const obeys = (obeyedFiles.get(part.command ?? '') ?? []).flatMap((name) => usesOf(name, folders, workspace));
  // What comes by a redirection or in a folder that only the script knows was found with the part.
  const isData = !shells.has(part.command ?? '') && argv.some((word) => takesCode.test(word));
  const read =
    isRunner(part.command) && !isData ? part.paths.filter((use) => use.access === 'read' && use.isInside) : [];
  return [...[...runs, ...read].map((use) => boundFile(use, 'runs')), ...obeys.map((use) => boundFile(use, 'obeys'))];
}

/** The words of a command that may name code: the program where it is a path, and what an interpreter is told to run. */
function wordsThatRun(argv: readonly string[]): string[] {
  const [program, ...rest] = argv;
  if (program === undefined) return [];
  const own = program.includes('/') ? [program] : [];
  const { name } = programName(program);
  if (isRunner(name)) return [...own, ...untilOperand(rest)];
  // Behind a wrapper any word may begin a command; the first that is a program begins the one that matters.
  if (wrappers.has(name)) return [...own, ...restFromProgram(rest)];
  return own;
}

function restFromProgram(words: readonly string[]): string[] {
  const start = words.findIndex((word) => word.includes('/') || isRunner(programName(word).name));
  return start < 0 ? [] : wordsThatRun(words.slice(start));
}

/** Flags with their values, and the first operand: what comes after it is data. */
function untilOperand(words: readonly string[]): string[] {
  const first = words.findIndex((word, index) => !word.startsWith('-') && !words[index - 1]?.startsWith('-'));
  const told = first < 0 ? words : words.slice(0, first + 1);
  const named = told.filter((_, index) => !takesCode.test(told[index - 1] ?? ''));
  const isCode = told.some((word) => takesCode.test(word));
  return (isCode && first >= 0 ? named.slice(0, -1) : named)
    .map((word) => (word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word))
    .filter(isName);
}

/** `-e`, `-pe`, `-c`: what follows is code and no name, and operands are what it works on. */
const takesCode = /^-[A-Za-z]*[ce]$|^-p$|^--(?:eval|print|command)$/;

function isName(word: string): boolean {
  return word !== '' && !word.startsWith('-');
}

function isRunner(name: string | null): boolean {
  return name !== null && (interpreters.has(name) || shells.has(name) || sourcing.has(name));
}

function usesOf(word: string, folders: readonly string[], workspace: Workspace): PathUse[] {
  return folders.map((folder) => judgePath(workspace, folder, word, 'read').use).filter((use) => use.isInside);
}

function placeOf(workspace: Workspace, root: string, given: string): string | null {
  const { use } = judgePath(workspace, root, given, 'read');
  return use.isInside ? absolute(root, use) : null;
}

function absolute(root: string, { path, elsewhere }: PathUse): string {
  return elsewhere ?? (path === '.' ? root : `${root}/${path}`);
}

function boundFile(file: PathUse, use: BoundFile['use']): BoundFile {
  return { path: file.elsewhere ?? file.path, use, isSecret: whySecret(file.path) !== null };
}
