import { realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { UsageError } from '../usage-error.ts';

/**
 * Folders as they really are, each once: links are followed now, and not when a call comes. The data folder and what is
 * in it is none of them.
 */
export function findRoots(given: readonly string[], cwd: string, dataDir: string): string[] {
  const roots = [...new Set(given.map((root) => realFolder(resolve(cwd, root))))];
  const inside = roots.find((root) => isWithin(realOrSame(dataDir), root));
  if (inside === undefined) return roots;
  throw new UsageError(`${inside} is where the keys of Countersign are: name another folder for calls with --root`);
}

/**
 * A root that holds the data folder, as a whole home does. The file tools and the sandbox keep it closed; a command without a
 * sandbox could read the keys in it.
 */
export function requireKeysApart(roots: readonly string[], dataDir: string): void {
  const holder = roots.find((root) => isWithin(root, realOrSame(dataDir)));
  if (holder === undefined) return;
  throw new UsageError(
    `${holder} holds the data folder ${dataDir} with the keys of Countersign, and there is no sandbox to keep commands from it: name folders with --root that do not, or leave out --allow-unsandboxed`,
  );
}

function isWithin(folder: string, path: string): boolean {
  return !/^\.\.(\/|$)/.test(relative(folder, path));
}

function realFolder(path: string): string {
  const real = realOrSame(path);
  if (statSync(real, { throwIfNoEntry: false })?.isDirectory()) return real;
  throw new UsageError(`${path} is no folder that can be used: name one with --root`);
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
