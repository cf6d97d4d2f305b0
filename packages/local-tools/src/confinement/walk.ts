import { mkdirSync, readlinkSync } from 'node:fs';
import { closeHandle, type Handle, inside, openPlace } from './handle.ts';
import { ToolFailure } from './tool-failure.ts';

/** Links on the way to a file; more than the kernel follows is a circle. */
const linksMax = 40;

/** Where a path leads: the folder that holds the last name, and what stands there now (null for nothing). */
export type Arrival = {
  readonly folder: Handle;
  /** The last name; empty where the path leads to the root itself. */
  readonly name: string;
  readonly place: Handle | null;
  /** Names from the root, after following links. */
  readonly names: readonly string[];
  /** Folders that were made on the way, by their names from the root. */
  readonly made: readonly string[];
  /** Whether folders on the way are missing: `folder` is then the last one that is there. */
  readonly isBeyond: boolean;
};

/** What becomes of folders that are missing before the last name: they are made, or only passed in thought. */
export type MissingFolders = 'refuse' | 'make' | 'pass';

export type WalkStart = {
  readonly root: Handle;
  /** Absolute names of the root: links may be spelled by any of them. */
  readonly rootPaths: readonly string[];
  readonly missingFolders: MissingFolders;
};

/**
 * G1: walks from the root one name at a time, holding on to every folder it goes through. `..` goes back to the folder
 * it came from, links are followed by walking what they say, and nothing leads above the root. Names that change during
 * the walk can make it arrive elsewhere inside, never outside.
 */
export function walk(start: WalkStart, path: string): { arrival: Arrival; release: () => void } {
  const held: Handle[] = [];
  const trail: { name: string; handle: Handle }[] = [];
  const made: string[] = [];
  const pending = path.split('/').reverse();
  let links = 0;
  let last = null as Arrival | null;
  const current = (): Handle => trail.at(-1)?.handle ?? start.root;
  const names = (): string[] => trail.map(({ name }) => name);
  try {
    while (pending.length > 0) {
      const name = pending.pop()!;
      if (last === null && !current().stats.isDirectory())
        throw new ToolFailure('tool_exec', `"${path}" goes through something that is not a folder.`);
      if (name === '' || name === '.') continue;
      if (last !== null) {
        requirePassable(start, path, pending, name);
        if (start.missingFolders === 'pass') {
          last = { ...last, name, names: [...last.names, name], isBeyond: true };
          continue;
        }
        trail.push({ name: last.name, handle: makeFolder(last, path) });
        held.push(current());
        made.push(last.names.join('/'));
        last = null;
      }
      if (name === '..') {
        if (trail.pop() === undefined) throw outside(path);
        continue;
      }
      const folder = current();
      const place = openIfThere(folder, name);
      if (place === null) {
        last = { folder, name, place, names: [...names(), name], made, isBeyond: false };
        continue;
      }
      held.push(place);
      if (!place.stats.isSymbolicLink()) {
        trail.push({ name, handle: place });
        continue;
      }
      links += 1;
      if (links > linksMax) throw new ToolFailure('policy', `"${path}" goes through links that never end.`);
      const target = readlinkSync(inside(folder, name));
      if (target.startsWith('/')) {
        pending.push(...belowRoot(start.rootPaths, target, path).split('/').reverse());
        trail.length = 0;
      } else {
        pending.push(...target.split('/').reverse());
      }
    }
    const arrival = last ?? {
      folder: trail.at(-2)?.handle ?? start.root,
      name: trail.at(-1)?.name ?? '',
      place: current(),
      names: names(),
      made,
      isBeyond: false,
    };
    return { arrival, release: () => held.forEach(closeHandle) };
  } catch (error) {
    held.forEach(closeHandle);
    throw error;
  }
}

/** Nothing is made for a path that goes back again: `new/../a` would leave a folder that nobody asked for. */
function requirePassable(start: WalkStart, path: string, pending: readonly string[], next: string): void {
  if (start.missingFolders === 'refuse' || next === '..' || pending.includes('..'))
    throw new ToolFailure('tool_exec', `"${path}" goes through something that does not exist.`);
}

function makeFolder(missing: Arrival, path: string): Handle {
  try {
    mkdirSync(inside(missing.folder, missing.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const place = openPlace(missing.folder, missing.name);
  if (place.stats.isDirectory()) return place;
  closeHandle(place);
  throw new ToolFailure('policy', `"${path}" was replaced while its folders were made. Try again.`);
}

function openIfThere(folder: Handle, name: string): Handle | null {
  try {
    return openPlace(folder, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** An absolute link may lead into the root it is in, and nowhere else. */
function belowRoot(rootPaths: readonly string[], target: string, path: string): string {
  for (const rootPath of rootPaths) {
    if (target === rootPath) return '.';
    const start = rootPath === '/' ? '/' : `${rootPath}/`;
    if (target.startsWith(start)) return target.slice(start.length);
  }
  throw outside(path);
}

function outside(path: string): ToolFailure {
  return new ToolFailure('policy', `"${path}" leads outside the workspace.`);
}
