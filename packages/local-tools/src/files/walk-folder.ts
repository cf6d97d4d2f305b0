import { closeSync, constants, type Dirent, openSync, readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type Footing, inside, nameOfOpen } from '../confinement/handle.ts';
import type { ToolLimits } from '../limits.ts';
import { sortByName } from './compare-paths.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/** A folder that is open. */
type Folder = { readonly fd: number; readonly name: string; readonly footing: Footing };

/** Something in a folder: the folders on the way to it from where the walk began, and the one it is in. */
export type Entry = { readonly parents: readonly string[]; readonly dirent: Dirent; readonly folder: Folder };

/** By names from where the walk began. */
export function entryPath({ parents, dirent }: Entry): string {
  return parents.length === 0 ? dirent.name : `${parents.join('/')}/${dirent.name}`;
}

export type Walk = {
  /** How many levels are gone into; 1 is the folder itself. */
  readonly depthMax: number;
  readonly entersHidden: (name: string) => boolean;
  /** Told of every entry in order; false ends the walk. */
  readonly visit: (entry: Entry) => boolean;
  readonly limits: ToolLimits;
  readonly signal: AbortSignal;
};

/** `complete`: everything was seen. `stopped`: the visitor had enough. `limit`: there may be more. */
export type WalkEnd = 'complete' | 'stopped' | 'limit';

/**
 * G1: goes through a folder and what is in it by handles, in the order of names. Links are told of and never followed:
 * each folder is opened in the one that holds it, so that no swapping of names leads out. From time to time others get
 * their turn. What vanishes meanwhile, or may not be read, is passed by.
 */
export async function walkFolder(start: Folder, walk: Walk): Promise<WalkEnd> {
  const levels: Level[] = [{ folder: start, parents: [], entries: entriesOf(start), at: 0 }];
  let seen = 0;
  let sliceEnd = performance.now() + walk.limits.walkSliceMs;
  try {
    while (levels.length > 0) {
      const level = levels.at(-1)!;
      if (level.at === level.entries.length) {
        if (levels.length > 1) closeSync(level.folder.fd);
        levels.pop();
        if (performance.now() > sliceEnd) {
          await setImmediate();
          walk.signal.throwIfAborted();
          sliceEnd = performance.now() + walk.limits.walkSliceMs;
        }
        continue;
      }
      const dirent = level.entries[level.at]!;
      level.at += 1;
      seen += 1;
      if (seen > walk.limits.entriesWalkedMax) return 'limit';
      if (!walk.visit({ parents: level.parents, dirent, folder: level.folder })) return 'stopped';
      if (!dirent.isDirectory() || levels.length >= walk.depthMax) continue;
      if (dirent.name.startsWith('.') && !walk.entersHidden(dirent.name)) continue;
      const below = openBelow(level.folder, dirent.name);
      if (below === null) continue;
      levels.push({ folder: below, parents: [...level.parents, dirent.name], entries: entriesOf(below), at: 0 });
    }
    return 'complete';
  } finally {
    for (const level of levels.slice(1)) closeSync(level.folder.fd);
  }
}

type Level = { readonly folder: Folder; readonly parents: readonly string[]; readonly entries: Dirent[]; at: number };

function entriesOf({ name }: Folder): Dirent[] {
  try {
    return sortByName(readdirSync(name, { withFileTypes: true }));
  } catch {
    return [];
  }
}

function openBelow(folder: Folder, name: string): Folder | null {
  try {
    const path = inside(folder, name);
    const fd = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    return { fd, name: nameOfOpen(fd, folder.footing, path), footing: folder.footing };
  } catch {
    return null;
  }
}
