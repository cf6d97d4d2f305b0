import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Bits of a mode that let anybody but the owner in. */
const others = 0o077;

/**
 * A secret in a file for its owner's eyes only; made at the first start. A file that others can reach is refused: what
 * they may have read is no secret any more, and only its owner can tell.
 */
export function readOrCreateOwnerFile(path: string, make: () => string): string {
  const found = readOwnerFile(path);
  if (found !== null) return found;
  create(path, make());
  const made = readOwnerFile(path);
  if (made === null) throw new Error(`${path} was removed while the server started. Start it again.`);
  return made;
}

function readOwnerFile(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${path} cannot be read: ${(error as Error).message}. It must belong to the user of the server.`);
  }
  try {
    // Asked of what was opened, so that it cannot be another file by the time it is read.
    const { mode } = fstatSync(file);
    // Windows has no such bits.
    if (process.platform !== 'win32' && (mode & others) !== 0) {
      const shown = (mode & 0o777).toString(8).padStart(4, '0');
      throw new Error(
        `${path} can be reached by other users (mode ${shown}), so it is not used. Run: chmod 600 ${path} ` +
          '- and replace what is in it if somebody may have read it.',
      );
    }
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Whole or not at all, whenever the process is killed; and of several replicas that start at once, one makes it for all. */
function create(path: string, text: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  // `wx` is O_EXCL: nobody can have put something in its place.
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/** The name of a new file is in its folder: without this, a loss of power may take it away again. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
