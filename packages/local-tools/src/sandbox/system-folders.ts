import { existsSync, lstatSync, readlinkSync } from 'node:fs';

/** Where the system keeps its programs and what they need, for everybody to read. */
const names = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store'];

export type SystemFolder = { readonly path: string; readonly linkTo: string | null };

/** Those that are there, and which of them are links: `/bin` is one on most systems. */
export function systemFolders(): SystemFolder[] {
  return names
    .filter((path) => existsSync(path))
    .map((path) => ({ path, linkTo: lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null }));
}

/** Where a program is looked for by its name. */
export const systemPath = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
