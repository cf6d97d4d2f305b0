import { closeSync } from 'node:fs';
import type { ExpectedFile } from '@countersign/contract';
import { ToolFailure } from '../confinement/tool-failure.ts';
import { sha256 } from './hash.ts';
import { readWhole } from './read-bytes.ts';
import type { ToolContext } from './tool-context.ts';

type Checking = Pick<ToolContext, 'files' | 'limits' | 'expectedFiles'>;

/** A file that is open already, by its real path, and what is in it; null for none. */
export type FileInHand = { readonly realPath: string; readonly bytes: Uint8Array | null };

/**
 * L7: every file that the call stands on is what whoever approved it was shown. One that is in hand is checked as it is
 * in hand, so that what was checked is what is used.
 */
export function requireExpectedFiles({ files, limits, expectedFiles }: Checking, inHand: FileInHand | null): void {
  for (const expected of expectedFiles) {
    const isInHand = inHand !== null && files.realPathOf(expected.path) === inHand.realPath;
    requireExpected(expected, isInHand ? inHand.bytes : bytesOf(expected.path, { files, limits }));
  }
}

/** A file with the bytes that a command is to run, whatever the disk says by then. */
export type PinnedFile = { readonly path: string; readonly bytes: Uint8Array; readonly mode: number };

/** Reads each file that a command runs once: the bytes that are checked are the bytes that run. */
export function pinFiles(checking: Checking, runsFiles: readonly string[]): PinnedFile[] {
  const { files, limits, expectedFiles } = checking;
  const pinned = runsFiles
    .filter((path) => isFile(checking, path))
    .map((path) => {
      const file = files.openFile(path);
      try {
        const bytes = readWhole(file, limits.fileBytesMax);
        return { path: file.realPath, bytes, mode: file.stats.mode & 0o777 };
      } finally {
        closeSync(file.fd);
      }
    });
  for (const expected of expectedFiles) {
    const realPath = files.realPathOf(expected.path);
    const own = pinned.find(({ path }) => path === realPath);
    requireExpected(expected, own === undefined ? bytesOf(expected.path, checking) : own.bytes);
  }
  return pinned;
}

/** A word that might name a script may as well be code, or a folder with one. */
function isFile({ files }: Checking, path: string): boolean {
  try {
    return files.kindOf(path) === 'file';
  } catch {
    return false;
  }
}

function bytesOf(path: string, { files, limits }: Pick<Checking, 'files' | 'limits'>): Uint8Array | null {
  const file = files.openFileIfThere(path);
  if (file === null) return null;
  try {
    return readWhole(file, limits.fileBytesMax);
  } finally {
    closeSync(file.fd);
  }
}

function requireExpected(expected: ExpectedFile, bytes: Uint8Array | null): void {
  if ((bytes === null ? null : sha256(bytes)) !== expected.sha256)
    throw new ToolFailure('policy', `Changed since it was shown: "${expected.path}". Ask again.`);
}
