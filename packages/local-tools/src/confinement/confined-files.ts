import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { closeHandle, type Handle, inside, isSamePlace, itself, openRoot } from './handle.ts';
import { failureOf, ToolFailure } from './tool-failure.ts';
import { type Arrival, walk } from './walk.ts';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const newFileMode = 0o644;

/** A file or folder that is open, and known to be inside. Close it. */
export type Opened = {
  readonly fd: number;
  readonly stats: Stats;
  /** Relative to its root, after following links. */
  readonly path: string;
};

type Root = { readonly path: string; readonly handle: Handle };

/**
 * G1: files below the roots, and nothing else. What is opened is what was verified: a path is walked by handles from a
 * root, and the place it arrives at is opened through its handle, so that no name is looked up twice.
 */
export class ConfinedFiles {
  readonly #roots: readonly Root[];

  private constructor(roots: readonly Root[]) {
    this.#roots = roots;
  }

  static open(roots: readonly string[]): ConfinedFiles {
    if (roots.length === 0) throw new ToolFailure('validation', 'At least one root is needed.');
    return new ConfinedFiles(
      roots.map((root) => {
        const path = realpathSync(root);
        return { path, handle: openRoot(path) };
      }),
    );
  }

  close(): void {
    for (const { handle } of this.#roots) closeHandle(handle);
  }

  openFile(given: string): Opened {
    return this.#at(given, ({ place, names }) => {
      const found = requirePlace(place, given);
      requireFile(found.stats, given);
      return opened(found, O_RDONLY | O_NONBLOCK, names);
    });
  }

  openFolder(given: string): Opened {
    return this.#at(given, ({ place, names }) => {
      const found = requirePlace(place, given);
      if (!found.stats.isDirectory()) throw new ToolFailure('tool_exec', `"${given}" is not a folder.`);
      return opened(found, O_RDONLY | O_DIRECTORY, names);
    });
  }

  /**
   * T5: puts a whole file in the place of the old one, or makes it: a new file beside it takes its name once it is
   * complete, so that nobody ever sees half of it. `change` is given what is there now, null for nothing.
   */
  replaceFile(
    given: string,
    change: (now: Opened | null) => Uint8Array,
  ): { readonly path: string; readonly size: number } {
    return this.#at(given, ({ folder, name, place, names }) => {
      if (name === '' || /(?:^|\/)\.{0,2}$/.test(given)) refuseFolderName(given);
      if (place !== null) requireFile(place.stats, given);
      const now = place === null ? null : opened(place, O_RDONLY | O_NONBLOCK, names);
      try {
        const content = change(now);
        const mode = place === null ? newFileMode : place.stats.mode & 0o7777;
        writeBeside(folder, name, content, mode);
        return { path: names.join('/'), size: content.byteLength };
      } finally {
        if (now) closeSync(now.fd);
      }
    });
  }

  #at<T>(given: string, act: (arrival: Arrival) => T): T {
    const { root, below } = this.#rootOf(given);
    let release = (): void => {};
    try {
      const walked = walk(root.handle, root.path, below);
      release = walked.release;
      return act(walked.arrival);
    } catch (error) {
      throw failureOf(error, given);
    } finally {
      release();
    }
  }

  #rootOf(given: string): { root: Root; below: string } {
    if (given === '' || /\p{Cc}/u.test(given))
      throw new ToolFailure('validation', 'A path must not be empty or hold control characters.');
    if (!given.startsWith('/')) return { root: this.#roots[0]!, below: given };
    const root = this.#roots.find(({ path }) => given === path || given.startsWith(path === '/' ? '/' : `${path}/`));
    if (!root) throw new ToolFailure('policy', `"${given}" is outside the workspace.`);
    return { root, below: given.slice(root.path.length) };
  }
}

function refuseFolderName(given: string): never {
  throw new ToolFailure('validation', `"${given}" names a folder, not a file.`);
}

function requirePlace(place: Handle | null, given: string): Handle {
  if (place === null) throw new ToolFailure('tool_exec', `"${given}" does not exist.`);
  return place;
}

/** Devices, pipes and sockets do something else than files; a second name may be anywhere. */
function requireFile(stats: Stats, given: string): void {
  if (stats.isDirectory()) throw new ToolFailure('tool_exec', `"${given}" is a folder.`);
  if (!stats.isFile()) throw new ToolFailure('policy', `"${given}" is a device, a pipe or a socket, not a file.`);
}

/** Opens the very place that a handle holds. */
function opened(place: Handle, flags: number, names: readonly string[]): Opened {
  const fd = openSync(itself(place), flags);
  const stats = fstatSync(fd);
  if (!isSamePlace(stats, place.stats)) {
    closeSync(fd);
    throw new ToolFailure('policy', 'What was opened is not what was looked at.');
  }
  return { fd, stats, path: names.join('/') || '.' };
}

function writeBeside(folder: Handle, name: string, content: Uint8Array, mode: number): void {
  const draft = inside(folder, `.countersign-${randomBytes(8).toString('hex')}`);
  const fd = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    try {
      for (let at = 0; at < content.byteLength; ) at += writeSync(fd, content, at);
      fchmodSync(fd, mode);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(draft, inside(folder, name));
  } catch (error) {
    unlinkSync(draft);
    throw error;
  }
}
