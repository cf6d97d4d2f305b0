import { lstatSync, readlinkSync } from 'node:fs';

/** What lies at a path, without following a link at its end and without opening anything. */
export type DiskLook =
  | { readonly kind: 'missing' }
  | { readonly kind: 'directory' }
  | { readonly kind: 'file'; readonly links: number; readonly isExecutable: boolean }
  | { readonly kind: 'symlink'; readonly target: string }
  | { readonly kind: 'special' }
  | { readonly kind: 'unreadable' };

const anyoneMayExecute = 0o111;

/** The disk of this machine, as far as judging a path needs it. */
export const filesOnDisk = {
  look(path: string): DiskLook {
    try {
      // An error for each name that is not there would cost more than everything else about judging a path.
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats === undefined) return { kind: 'missing' };
      if (stats.isDirectory()) return { kind: 'directory' };
      if (stats.isSymbolicLink()) return { kind: 'symlink', target: readlinkSync(path) };
      if (!stats.isFile()) return { kind: 'special' };
      return { kind: 'file', links: stats.nlink, isExecutable: (stats.mode & anyoneMayExecute) !== 0 };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return { kind: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable' };
    }
  },
};
