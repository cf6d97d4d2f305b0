import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { ToolFailure } from './tool-failure.ts';

/** Linux's O_PATH: a handle of a place, with which nothing can be read or written. Node has no name for it. */
const O_PATH = 0o10000000;
const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** No file is open: a place that was looked at and is not to be opened. */
const nothingOpen = -1;

/**
 * How the kernel is told of a place. `handle`: by an open handle, which no swapping of names can lead astray; Linux has
 * that. `name`: by its real path, looked at again after each opening. That notices a swap that is still there, but not
 * one that was undone in between.
 */
export type Footing = 'handle' | 'name';

export const footingHere: Footing = process.platform === 'linux' ? 'handle' : 'name';

/** A place on the disk that stays the same place, whatever happens to its name. */
export type Handle = {
  readonly fd: number;
  readonly stats: Stats;
  /** By which the kernel finds it. */
  readonly name: string;
  readonly footing: Footing;
};

/**
 * The name of something in the folder of a handle. On the footing of handles the kernel begins at the handle, not at
 * the folder's name: whoever moves or replaces the folder meanwhile changes nothing. This is `openat`, which Node lacks.
 */
export function inside(folder: Pick<Handle, 'name'>, name: string): string {
  return folder.name === '/' ? `/${name}` : `${folder.name}/${name}`;
}

export function openRoot(path: string, footing: Footing): Handle {
  return footing === 'handle' ? held(openSync(path, O_PATH | O_DIRECTORY | O_NOFOLLOW)) : openByName(path);
}

/** What stands under a name, a link being a link and not what it leads to. */
export function openPlace(folder: Handle, name: string): Handle {
  if (folder.footing === 'handle') return held(openSync(inside(folder, name), O_PATH | O_NOFOLLOW));
  const place = openByName(inside(folder, name));
  try {
    requireUnmoved(folder);
    return place;
  } catch (error) {
    closeHandle(place);
    throw error;
  }
}

/** The name by which the kernel finds a folder that is open. */
export function nameOfOpen(fd: number, footing: Footing, path: string): string {
  return footing === 'handle' ? nameOf(fd) : path;
}

export function closeHandle({ fd }: Handle): void {
  if (fd !== nothingOpen) closeSync(fd);
}

export function isSamePlace(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/**
 * Whether the name by which a file was opened still leads to it. The kernel keeps the name with the open file, and one
 * that was taken away never comes back: it holds for the whole time since the opening.
 */
export function isStillNamed(fd: number, { name, stats, footing }: Handle): boolean {
  if (footing === 'handle') return !readlinkSync(nameOf(fd)).endsWith(' (deleted)');
  const now = lstatSync(name, { throwIfNoEntry: false });
  return now !== undefined && isSamePlace(now, stats);
}

function nameOf(fd: number): string {
  return `/proc/self/fd/${fd}`;
}

function held(fd: number): Handle {
  try {
    return { fd, stats: fstatSync(fd), name: nameOf(fd), footing: 'handle' };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Opening a pipe or a device could already do something, so that only files and folders are. */
function openByName(path: string): Handle {
  const stats = lstatSync(path);
  if (!stats.isFile() && !stats.isDirectory()) return { fd: nothingOpen, stats, name: path, footing: 'name' };
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const handle: Handle = { fd, stats: fstatSync(fd), name: path, footing: 'name' };
  if (isSamePlace(handle.stats, stats)) return handle;
  closeSync(fd);
  throw moved();
}

function requireUnmoved(folder: Handle): void {
  if (realpathSync.native(folder.name) !== folder.name || !isSamePlace(statSync(folder.name), folder.stats))
    throw moved();
}

function moved(): ToolFailure {
  return new ToolFailure('policy', 'A folder on the way was replaced while it was looked at. Try again.');
}
