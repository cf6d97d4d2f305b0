import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { type Handle, inside } from './handle.ts';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY, W_OK } = constants;
const permissions = 0o777;
/** What the user's own mask makes of it is what a new file gets. */
const newFileMode = 0o666;
const draftMode = 0o600;

/** Renaming needs no right to the file itself, so that it is asked for: a read-only file stays as it is. */
export function requireWritable(place: Handle): void {
  accessSync(place.name, W_OK);
}

/** Writes a file beside the one it replaces and gives it its name once it is complete. Nobody ever sees half of it. */
export function replaceInFolder(
  folder: Handle,
  name: string,
  content: Uint8Array,
  { before, mode }: { readonly before: Stats | null; readonly mode: number | null },
): void {
  const draft = inside(folder, `.countersign-${randomBytes(8).toString('hex')}`);
  const kept = mode ?? (before === null ? null : before.mode & permissions);
  const fd = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, kept === null ? newFileMode : draftMode);
  try {
    try {
      for (let at = 0; at < content.byteLength; ) at += writeSync(fd, content, at);
      if (before !== null) keepOwner(fd, before);
      if (kept !== null) fchmodSync(fd, kept);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(draft, inside(folder, name));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Only the administrator may give files away; for everybody else the owner is the same already. */
function keepOwner(fd: number, { uid, gid }: Stats): void {
  if (process.getuid?.() !== 0) return;
  fchownSync(fd, uid, gid);
}
