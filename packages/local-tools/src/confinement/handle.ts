import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';

/** Linux's O_PATH: a handle of a place, with which nothing can be read or written. Node has no name for it. */
const O_PATH = 0o10000000;
const { O_DIRECTORY, O_NOFOLLOW } = constants;

/** A place on the disk that stays the same place, whatever happens to its name. */
export type Handle = { readonly fd: number; readonly stats: Stats };

/**
 * The name of something in the folder of a handle. The kernel begins at the handle, not at the folder's name: whoever
 * moves or replaces the folder meanwhile changes nothing. This is `openat`, which Node lacks.
 */
export function inside(folder: Handle, name: string): string {
  return `/proc/self/fd/${folder.fd}/${name}`;
}

/** The place itself, for calls that take a path. */
export function itself(handle: Handle): string {
  return `/proc/self/fd/${handle.fd}`;
}

export function openRoot(path: string): Handle {
  return stated(openSync(path, O_PATH | O_DIRECTORY));
}

/** What stands under a name, a link being a link and not what it leads to. */
export function openPlace(folder: Handle, name: string): Handle {
  return stated(openSync(inside(folder, name), O_PATH | O_NOFOLLOW));
}

export function closeHandle({ fd }: Handle): void {
  closeSync(fd);
}

export function isSamePlace(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function stated(fd: number): Handle {
  try {
    return { fd, stats: fstatSync(fd) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
