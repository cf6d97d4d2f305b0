import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../usage-error.ts';

/** Folders as they really are, each once: links are followed now, and not when a call comes. */
export function findRoots(given: readonly string[], cwd: string): string[] {
  return [...new Set(given.map((root) => realFolder(resolve(cwd, root))))];
}

function realFolder(path: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Said below.
  }
  throw new UsageError(`${path} is no folder that can be used: name one with --root`);
}
