import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { syncFolder } from './owner-file.ts';

/** Of a file that was not there before: its owner alone. */
const newFileMode = 0o600;

/**
 * Puts a text in the place of what a file holds: whole or not at all, whenever the process is killed. A link stays a
 * link, and the file keeps its mode and its owner. Throws what the system says where it cannot be done.
 */
export function replaceFile(path: string, text: string): void {
  const target = targetOf(path);
  const present = statOf(target);
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    // `wx` is O_EXCL: nobody can have put something in its place.
    writeFileSync(draft, text, { flag: 'wx', mode: newFileMode, flush: true });
    if (present) keep(present, draft);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(target));
}

/** Why a file cannot be replaced, as the system calls it; null where it can be. */
export function whyNotReplaceable(path: string): string | null {
  try {
    const target = targetOf(path);
    const present = statOf(target);
    if (present && !present.isFile()) return 'it is no file';
    if (present) accessSync(target, constants.W_OK);
    accessSync(dirname(target), constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** `EACCES`, `EROFS`: what whoever looks after the machine can look up. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

/** Where links lead, also one that leads to nothing yet. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (reasonOf(error) !== 'ENOENT') throw error;
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    return isLink ? resolve(dirname(path), readlinkSync(path)) : path;
  }
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function keep({ mode, uid, gid }: Stats, draft: string): void {
  const own = statSync(draft);
  if (own.uid !== uid || own.gid !== gid) chownSync(draft, uid, gid);
  chmodSync(draft, mode & 0o7777);
}
