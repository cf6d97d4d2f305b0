import { closeSync, constants, fstatSync, openSync, realpathSync, type Stats, unlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { isSharedByCustom } from '@countersign/policy/hard-links';
import {
  closeHandle,
  type Footing,
  footingHere,
  type Handle,
  inside,
  isSamePlace,
  isStillNamed,
  nameOfOpen,
  openRoot,
} from './handle.ts';
import { replaceInFolder, requireWritable } from './replace-in-folder.ts';
import { failureOf, PlaceReplaced, ToolFailure } from './tool-failure.ts';
import { type Arrival, type MissingFolders, walk } from './walk.ts';

const { O_DIRECTORY, O_NONBLOCK, O_RDONLY } = constants;

/** How often a path is looked up before somebody is told that it changes too fast. */
const looksMax = 10;

/** Places whose files are not what they seem, for roots so wide that they hold them. */
const unreal = ['/proc', '/sys', '/dev'];

/** A file or folder that is open, and known to be inside. Close it. */
export type Opened = {
  readonly fd: number;
  readonly stats: Stats;
  /** As the tools can be given it again: relative to the first root, absolute in any other; links are followed. */
  readonly path: string;
  /** Absolute, links are followed. */
  readonly realPath: string;
};

/** A folder that is open, and the name by which the kernel finds what is in it. */
export type OpenedFolder = Opened & { readonly name: string; readonly footing: Footing };

/** Where something is to be written: absolute paths, links are followed. */
type Where = { readonly realPath: string; readonly rootPath: string };

/** What is to be written in the place of a file, null for nothing at all. */
export type Change = (now: Opened | null, where: Where) => Uint8Array | null;

export type ReplaceOptions = { readonly missingFolders?: 'refuse' | 'make'; readonly mode?: number };

export type Replaced = { readonly path: string; readonly size: number; readonly madeFolders: readonly string[] };

/** A root as it was when it was given: where it leads, and the absolute names that it has. */
export type RootPlace = { readonly path: string; readonly names: readonly string[] };

type Root = RootPlace & { readonly handle: Handle };
type Place = Arrival & Where & { readonly path: string; readonly pathOf: (below: string) => string };

/**
 * G1: files below the roots, and nothing else. What is opened is what was verified: a path is walked by handles from a
 * root, and the place it arrives at is opened through its handle, so that no name is looked up twice.
 */
export class ConfinedFiles {
  readonly #roots: readonly Root[];
  /** Folders of which nothing is opened although a root holds them. */
  readonly #closed: readonly string[];

  private constructor(roots: readonly Root[], closed: readonly string[]) {
    this.#roots = roots;
    this.#closed = closed;
  }

  static open(
    roots: readonly RootPlace[],
    footing: Footing = footingHere,
    closed: readonly string[] = [],
  ): ConfinedFiles {
    const opened = roots.map((root) => ({ ...root, handle: openUnmoved(root, footing) }));
    return new ConfinedFiles(opened, [...unreal, ...closed]);
  }

  close(): void {
    for (const { handle } of this.#roots) closeHandle(handle);
  }

  openFile(given: string): Opened {
    return this.#at(given, 'refuse', (place) => openedFile(place, requirePlace(place, given), given, 'read'));
  }

  /** The file, or null where there is none. */
  openFileIfThere(given: string): Opened | null {
    return this.#at(given, 'pass', (place) =>
      place.place === null ? null : openedFile(place, place.place, given, 'read'),
    );
  }

  openFolder(given: string): OpenedFolder {
    return this.#at(given, 'refuse', (place) => {
      const found = requirePlace(place, given);
      if (!found.stats.isDirectory()) throw new ToolFailure('tool_exec', `"${given}" is not a folder.`);
      const folder = opened(place, found, O_RDONLY | O_DIRECTORY);
      return { ...folder, name: nameOfOpen(folder.fd, found.footing, folder.realPath), footing: found.footing };
    });
  }

  /** What a path leads to, without opening it. */
  kindOf(given: string): 'missing' | 'file' | 'folder' | 'other' {
    return this.#at(given, 'refuse', ({ place }) => {
      if (place === null) return 'missing';
      if (place.stats.isDirectory()) return 'folder';
      return place.stats.isFile() ? 'file' : 'other';
    });
  }

  /** Absolute, after following links: two paths that are the same here are the same place now. */
  realPathOf(given: string): string {
    return this.#at(given, 'pass', ({ realPath }) => realPath);
  }

  /**
   * T5: puts a whole file in the place of the old one, or makes it: a new file beside it takes its name once it is
   * complete, so that nobody ever sees half of it. `change` is given what is there now, null for nothing, and its
   * answer is written; where it is null, the file is taken away. Folders are made only once it has answered.
   */
  replaceFile(given: string, change: Change, { missingFolders = 'refuse', mode }: ReplaceOptions = {}): Replaced {
    if (/(?:^|\/)\.{0,2}$/.test(given)) refuseFolderName(given);
    const options = { mode: mode ?? null };
    const beyond = this.#at(given, missingFolders === 'make' ? 'pass' : 'refuse', (place) =>
      place.isBeyond ? { content: change(null, place) } : { replaced: replaceAt(place, given, change, options) },
    );
    if ('replaced' in beyond) return beyond.replaced;
    return this.#at(given, 'make', (place) => {
      if (place.place !== null)
        throw new ToolFailure('policy', `"${given}" was made by somebody else meanwhile. Try again.`);
      return replaceAt(place, given, () => beyond.content, options);
    });
  }

  #requireOpen(realPath: string, given: string): void {
    if (this.#closed.some((place) => realPath === place || realPath.startsWith(`${place}/`)))
      throw new ToolFailure('policy', `"${given}" leads to the system itself or to keys of its own, not to a file.`);
  }

  /** Files are replaced by renaming all the time, also by us: whoever meets that looks again. */
  #at<T>(given: string, missingFolders: MissingFolders, act: (place: Place) => T): T {
    for (let looks = 1; ; looks += 1) {
      try {
        return this.#once(given, missingFolders, act);
      } catch (error) {
        if (!(error instanceof PlaceReplaced) || looks >= looksMax) throw error;
      }
    }
  }

  #once<T>(given: string, missingFolders: MissingFolders, act: (place: Place) => T): T {
    const { root, below } = this.#rootOf(given);
    let release = (): void => {};
    try {
      const walked = walk({ root: root.handle, rootPaths: root.names, missingFolders }, below);
      release = walked.release;
      const absolute = (names: string): string => `${root.path === '/' ? '' : root.path}/${names}`;
      const names = walked.arrival.names.join('/');
      const realPath = names === '' ? root.path : absolute(names);
      this.#requireOpen(realPath, given);
      const pathOf = root === this.#roots[0] ? (path: string) => path : absolute;
      const path = names === '' ? this.#rootName(root) : pathOf(names);
      return act({ ...walked.arrival, rootPath: root.path, realPath, pathOf, path });
    } catch (error) {
      throw failureOf(error, given);
    } finally {
      release();
    }
  }

  #rootName(root: Root): string {
    return root === this.#roots[0] ? '.' : root.path;
  }

  #rootOf(given: string): { root: Root; below: string } {
    if (given === '' || /\p{Cc}/u.test(given))
      throw new ToolFailure('validation', 'A path must not be empty or hold control characters.');
    if (!given.startsWith('/')) return { root: this.#roots[0]!, below: given };
    for (const root of this.#roots)
      for (const name of root.names) {
        if (given === name || given.startsWith(name === '/' ? '/' : `${name}/`))
          return { root, below: given.slice(name.length) };
      }
    throw new ToolFailure('policy', `"${given}" is outside the workspace.`);
  }
}

/** Links in the names of roots are followed once, by whoever gives them, and never again. */
export function placesOfRoots(roots: readonly string[]): RootPlace[] {
  if (roots.length === 0) throw new ToolFailure('validation', 'At least one root is needed.');
  return roots.map((root) => {
    try {
      const path = realpathSync.native(root);
      return { path, names: [...new Set([path, resolve(root)])] };
    } catch (error) {
      throw failureOf(error, root);
    }
  });
}

function openUnmoved({ path }: RootPlace, footing: Footing): Handle {
  try {
    if (realpathSync.native(path) === path) return openRoot(path, footing);
  } catch (error) {
    throw failureOf(error, path);
  }
  throw new ToolFailure('policy', `The root "${path}" leads elsewhere by now. Start again to work there.`);
}

function replaceAt(place: Place, given: string, change: Change, { mode }: { readonly mode: number | null }): Replaced {
  const { folder, name, path } = place;
  if (name === '') refuseFolderName(given);
  const now = place.place === null ? null : openedFile(place, place.place, given, 'write');
  try {
    if (place.place !== null) requireWritable(place.place);
    const content = change(now, place);
    if (content !== null) replaceInFolder(folder, name, content, { before: now?.stats ?? null, mode });
    else if (now !== null) unlinkSync(inside(folder, name));
    return { path, size: content?.byteLength ?? 0, madeFolders: place.made.map(place.pathOf) };
  } finally {
    if (now) closeSync(now.fd);
  }
}

function refuseFolderName(given: string): never {
  throw new ToolFailure('validation', `"${given}" names a folder, not a file.`);
}

function requirePlace({ place }: Arrival, given: string): Handle {
  if (place === null) throw new ToolFailure('tool_exec', `"${given}" does not exist.`);
  return place;
}

/**
 * Devices, pipes and sockets do something else than files, and are not opened at all. A file with a second name may be
 * one from outside. Its names are counted after the opening, when the one inside may be gone and the other be left: so
 * a file counts as having one name only where that is still the one by which it was opened.
 */
function openedFile(place: Place, found: Handle, given: string, access: 'read' | 'write'): Opened {
  if (found.stats.isDirectory()) throw new ToolFailure('tool_exec', `"${given}" is a folder.`);
  if (!found.stats.isFile()) throw new ToolFailure('policy', `"${given}" is a device, a pipe or a socket, not a file.`);
  const file = opened(place, found, O_RDONLY | O_NONBLOCK);
  try {
    if (access === 'read' && isSharedByCustom(place.names.join('/'))) return file;
    if (file.stats.nlink > 1)
      throw new ToolFailure('policy', `"${given}" has a second name somewhere, maybe outside the workspace.`);
    if (file.stats.nlink === 0 || !isStillNamed(file.fd, found)) throw new PlaceReplaced(given);
    return file;
  } catch (error) {
    closeSync(file.fd);
    throw error;
  }
}

/** Opens the very place that a handle holds. */
function opened({ path, realPath }: Place, found: Handle, flags: number): Opened {
  const fd = openSync(found.name, flags);
  const stats = fstatSync(fd);
  if (isSamePlace(stats, found.stats)) return { fd, stats, path, realPath };
  closeSync(fd);
  throw new ToolFailure('policy', 'What was opened is not what was looked at.');
}
