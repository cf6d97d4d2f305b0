import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillFolder } from './arena.ts';

/** A way of being two things in turn. `place` is the folder in the workspace in which the tools look meanwhile. */
export type Swap = {
  readonly place: string;
  prepare(root: string, outside: string): void;
  /** Once there and back. */
  turn(root: string, outside: string): void;
};

const insideText = 'inside\n';

/** What somebody with a hand in the workspace can do to lead a path astray. */
export const swaps = {
  /** A folder is a link to the outside in turn. */
  folder: {
    place: 'folder',
    prepare(root, outside) {
      fillFolder(join(root, 'folder'), insideText);
      symlinkSync(outside, join(root, 'link'));
    },
    turn(root) {
      renameSync(join(root, 'folder'), join(root, 'aside'));
      renameSync(join(root, 'link'), join(root, 'folder'));
      renameSync(join(root, 'folder'), join(root, 'link'));
      renameSync(join(root, 'aside'), join(root, 'folder'));
    },
  },
  /** So is a folder on the way, above the one that is looked into. */
  parent: {
    place: 'parent/middle/sub',
    prepare(root, outside) {
      fillFolder(join(root, 'parent/middle/sub'), insideText);
      fillFolder(join(root, 'parent/middle'), insideText);
      symlinkSync(join('..', '..', 'outside'), join(root, 'parent/link'));
      symlinkSync(outside, join(root, 'parent/other'));
    },
    turn(root) {
      const at = (name: string): string => join(root, 'parent', name);
      for (const link of ['link', 'other']) {
        renameSync(at('middle'), at('aside'));
        renameSync(at(link), at('middle'));
        renameSync(at('middle'), at(link));
        renameSync(at('aside'), at('middle'));
      }
    },
  },
  /** A file is a link to a secret in turn, without ever not being there. */
  file: {
    place: 'files',
    prepare(root) {
      fillFolder(join(root, 'files'), insideText);
    },
    turn(root, outside) {
      for (const name of ['file.txt', 'edit.txt', 'sub/file.txt']) {
        const draft = join(root, 'files/draft');
        removeFile(draft);
        symlinkSync(join(outside, 'file.txt'), draft);
        renameSync(draft, join(root, 'files', name));
        writeFileSync(draft, insideText);
        renameSync(draft, join(root, 'files', name));
      }
    },
  },
  /** A file is a second name of a secret in turn. */
  hardLink: {
    place: 'hard',
    prepare(root) {
      fillFolder(join(root, 'hard'), insideText);
    },
    turn(root, outside) {
      for (const name of ['file.txt', 'edit.txt', 'sub/file.txt']) {
        const draft = join(root, 'hard/draft');
        removeFile(draft);
        linkSync(join(outside, 'file.txt'), draft);
        renameSync(draft, join(root, 'hard', name));
        // A second name of the same file is renamed over nothing: it stays, and has to go.
        removeFile(draft);
        writeFileSync(draft, insideText);
        renameSync(draft, join(root, 'hard', name));
      }
    },
  },
  /** Everything is deleted and made again, now as a folder, now as a link, now as a file. */
  recreate: {
    place: 'again',
    prepare(root) {
      fillFolder(join(root, 'again'), insideText);
    },
    turn(root, outside) {
      const place = join(root, 'again');
      rmSync(place, { recursive: true, force: true, maxRetries: 3 });
      symlinkSync(outside, place);
      unlinkSync(place);
      mkdirSync(place);
      symlinkSync(join(outside, 'sub'), join(place, 'sub'));
      symlinkSync(join(outside, 'file.txt'), join(place, 'file.txt'));
      rmSync(place, { recursive: true, force: true, maxRetries: 3 });
      writeFileSync(place, insideText);
      unlinkSync(place);
      fillFolder(place, insideText);
    },
  },
} as const satisfies Record<string, Swap>;

/** Quicker than asking first: the more often things are swapped, the more is proved. */
function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was not there.
  }
}

export type SwapName = keyof typeof swaps;
