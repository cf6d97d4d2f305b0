import { stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { CommandLimits } from '../commands/command-limits.ts';
import type { StopReason } from '../commands/command-runner.ts';
import { availableMemoryBytes, memoryBytesOf } from './memory-use.ts';
import { processTree } from './process-tree.ts';
import { spawnLimits } from './spawn-limits.ts';

export type Watched = {
  readonly pid: number;
  readonly limits: CommandLimits;
  readonly folders: readonly string[];
  /** The private `/tmp` of the command as seen from outside; null where it has none. */
  readonly temporaryFolder: () => string | null;
  readonly onSeen: (pids: readonly number[]) => void;
  readonly onPast: (reason: StopReason) => void;
};

/**
 * Looks at the processes of a command again and again until the returned function is called. The system's own limits
 * are for one process, or not for root: how many there are and what they use together only somebody who looks can say.
 */
export function watchLimits(watched: Watched): () => void {
  const { limits } = watched;
  const freeAtStart = new Map<string, number>();
  let isLookingAtDisk = false;
  for (const folder of watched.folders) void noteFree(folder);
  const timer = setInterval(look, spawnLimits.watchIntervalMs);
  return () => clearInterval(timer);

  function look(): void {
    const { pids, threads } = processTree(watched.pid, limits.processesMax);
    watched.onSeen(pids);
    const isTooMany = pids.length > limits.processesMax || threads > limits.threadsMax;
    if (isTooMany) watched.onPast('processes');
    else if (isMemoryUsedUp(pids)) watched.onPast('memory');
    else void lookAtDisk();
  }

  function isMemoryUsedUp(pids: readonly number[]): boolean {
    if (memoryBytesOf(pids, limits.memoryBytesMax) > limits.memoryBytesMax) return true;
    const available = availableMemoryBytes();
    return available !== null && available < limits.freeMemoryBytesMin;
  }

  /** One look at a time: a disk that does not answer must not keep others waiting. */
  async function lookAtDisk(): Promise<void> {
    if (isLookingAtDisk) return;
    isLookingAtDisk = true;
    try {
      if ((await isDiskFilled()) || (await hasTooManyFiles())) watched.onPast('disk');
    } finally {
      isLookingAtDisk = false;
    }
  }

  /** A disk that was full before is not the fault of this command, and others write a little all the time. */
  async function isDiskFilled(): Promise<boolean> {
    for (const [folder, before] of freeAtStart) {
      const free = await freeBytes(folder);
      if (free !== null && free < limits.freeDiskBytesMin && before - free > spawnLimits.diskDropBytesMin) return true;
    }
    return false;
  }

  async function hasTooManyFiles(): Promise<boolean> {
    const folder = watched.temporaryFolder();
    if (folder === null) return false;
    try {
      // Until the sandbox is made, what stands there is the machine's own.
      if ((await stat(folder)).dev === (await stat(tmpdir())).dev) return false;
      const { files, ffree } = await statfs(folder);
      return files - ffree > limits.temporaryFilesMax;
    } catch {
      return false;
    }
  }

  async function noteFree(folder: string): Promise<void> {
    const free = await freeBytes(folder);
    if (free !== null) freeAtStart.set(folder, free);
  }
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
