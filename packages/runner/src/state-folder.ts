import { createHash, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const digits = 16;
const lockName = 'lock';

export type RunnerPlace = {
  /** Origin of the server. */
  readonly server: string;
  readonly projectId: string;
  readonly roots: readonly string[];
};

/** Folder of everything that runners of this user keep. */
function runnersFolder(dataDir: string): string {
  return join(dataDir, 'runners');
}

/** A runner for other roots or for another project is another runner: it has its own credential and journal. */
export function stateFolderOf(dataDir: string, { server, projectId, roots }: RunnerPlace): string {
  const key = JSON.stringify([server, projectId, [...roots].sort()]);
  return join(runnersFolder(dataDir), createHash('sha256').update(key).digest('hex').slice(0, digits));
}

/** Every state folder there is on this machine. */
export function stateFolders(dataDir: string): string[] {
  try {
    return readdirSync(runnersFolder(dataDir), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(runnersFolder(dataDir), entry.name));
  } catch {
    return [];
  }
}

export function makeStateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Another process has the folder. */
export class StateFolderInUse extends Error {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(`A runner for these folders is running already (process ${pid}, ${folder}). Stop it, or use that one.`);
    this.name = 'StateFolderInUse';
    this.pid = pid;
  }
}

type Holder = { readonly pid: number; readonly startedAt: string | null };

/** One process at a time: two would not see each other's orders. Returns how to let go. */
export function lockStateFolder(folder: string): () => void {
  makeStateFolder(folder);
  const path = join(folder, lockName);
  const own = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder);
  const draft = join(folder, `.lock-${randomBytes(6).toString('hex')}`);
  writeFileSync(draft, own, { flag: 'wx', mode: 0o600 });
  try {
    for (;;) {
      if (linked(draft, path)) break;
      const text = textOf(path);
      if (text === null) continue;
      const holder = holderIn(text);
      if (holder !== null && isAlive(holder)) throw new StateFolderInUse(folder, holder.pid);
      takeAway(path, text, folder);
    }
  } finally {
    rmSync(draft);
  }
  return () => {
    if (textOf(path) === own) rmSync(path, { force: true });
  };
}

/** Whether somebody who is alive holds the folder. */
export function holderOf(folder: string): number | null {
  const text = textOf(join(folder, lockName));
  const holder = text === null ? null : holderIn(text);
  return holder !== null && isAlive(holder) ? holder.pid : null;
}

/** A link is made whole or not at all, and never over what is there. */
function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Takes away what a dead process left. Where somebody else has been faster, theirs is put back. */
function takeAway(path: string, seen: string, folder: string): void {
  const aside = join(folder, `.lock-${randomBytes(6).toString('hex')}`);
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (textOf(aside) !== seen) linked(aside, path);
  rmSync(aside, { force: true });
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function holderIn(text: string): Holder | null {
  try {
    const { pid, startedAt } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' ? { pid, startedAt: startedAt ?? null } : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const now = startOf(pid);
  // The same number may be another process by now.
  return startedAt === null || now === null || startedAt === now;
}

/** When a process began, in the system's own count; null where that cannot be told. */
function startOf(pid: number): string | null {
  const stat = textOf(`/proc/${pid}/stat`);
  // The name in brackets may hold anything; the fields after it are numbers.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}
