import { resolve } from 'node:path';
import { readText } from './read-stdin.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

type Reading = Pick<Terminal, 'readFile' | 'stdin' | 'cwd'>;

/** The text of a file that a flag names, or of stdin for `-`. */
export async function readGiven(terminal: Reading, flag: string, path: string): Promise<string> {
  if (path === '-') return await readAll(terminal);
  try {
    return terminal.readFile(resolve(terminal.cwd, path));
  } catch (error) {
    throw new UsageError(`${flag} names ${path}, which cannot be read: ${(error as Error).message}`);
  }
}

/** What a flag says itself, or what the file says that it names with `@`. */
export async function readValue(terminal: Reading, flag: string, given: string): Promise<string> {
  return given === '-' || given.startsWith('@') ? await readGiven(terminal, flag, given.replace(/^@/, '')) : given;
}

export async function readAll(terminal: Pick<Terminal, 'stdin'>): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of readText(terminal)) pieces.push(piece);
  return pieces.join('');
}
