import { realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { UsageError } from '../usage-error.ts';

/**
 * Folders as they really are, each once: links are followed now, and not when a call comes. None may hold the data folder: a
 * command that was approved for the folder could read the keys in it.
 */
export function findRoots(given: readonly string[], cwd: string, dataDir: string): string[] {
  const roots = [...new Set(given.map((root) => realFolder(resolve(cwd, root))))];
  const data = realOrSame(dataDir);
  const holder = roots.find((root) => !/^\.\.(\/|$)/.test(relative(root, data)));
  if (holder === undefined) return roots;
  throw new UsageError(
    `${holder} holds the data folder ${dataDir} with the keys of Countersign: name folders for calls with --root that do not`,
  );
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
