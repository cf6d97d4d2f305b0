import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { ToolFailure } from '../confinement/tool-failure.ts';
import { isInside } from './is-inside.ts';

/** A folder of programs besides those of the system, and what has to be there for them to work. */
export type ToolFolder = { readonly path: string; readonly needs: readonly string[] };

/**
 * The folders of programs a runner was told of, as they really are. Only `bin` and the libraries beside it are shown
 * to commands: what else lies there, like a home, is not theirs to see.
 */
export function toolFolders(paths: readonly string[]): ToolFolder[] {
  return paths.map((given) => {
    if (!isAbsolute(given) || !existsSync(given)) {
      throw new ToolFailure(
        'validation',
        `"${given}" is no folder of programs. Name an absolute folder that is there.`,
      );
    }
    const path = realpathSync(given);
    const beside = basename(path) === 'bin' ? ['lib', 'libexec'].map((name) => join(dirname(path), name)) : [];
    return { path, needs: [path, ...beside.filter((folder) => existsSync(folder)).map((it) => realpathSync(it))] };
  });
}

/** Node's own folder, where it is not one of the system: `node` and `npm` work in commands as they do outside. */
export function ownToolPath(): string[] {
  const folder = dirname(realpathSync(process.execPath));
  return isInside('/usr', folder) || isInside('/bin', folder) ? [] : [folder];
}

/**
 * Those that a command with these roots may be given. One inside a root could be filled by an earlier command, and its
 * programs would then be found by the name of another.
 */
export function outsideOfRoots(folders: readonly ToolFolder[], roots: readonly string[]): ToolFolder[] {
  return folders.filter(({ needs }) => !needs.some((path) => roots.some((root) => isInside(root, path))));
}
