import type { JsonObject } from '@countersign/contract';
import type { Opened } from '../confinement/confined-files.ts';
import { requireExpectedFiles } from './expected-files.ts';
import { readWhole, requireSize } from './read-bytes.ts';
import type { ToolContext } from './tool-context.ts';

export type Changed = { readonly path: string; readonly size: number; readonly meta: JsonObject };

/**
 * T5: what `write` and `edit` have in common. The file that is about to be replaced is read once: what was approved is
 * checked against it, its content is kept for undoing, and what takes its place is made from it.
 */
export function changeFile(
  given: string,
  context: ToolContext,
  { missingFolders, makeContent }: { missingFolders: 'refuse' | 'make'; makeContent: MakeContent },
): Changed {
  const { files, limits, undo, callId } = context;
  let isKept = false;
  const { path, size, madeFolders } = files.replaceFile(
    given,
    (now, { realPath, rootPath }) => {
      const before = now === null ? null : readWhole(now, limits.fileBytesMax);
      requireExpectedFiles(context, { realPath, bytes: before });
      const after = makeContent(before, now);
      requireSize(after.byteLength, limits.fileBytesMax, given);
      isKept = undo?.keep({ callId, rootPath, realPath, before, mode: now && now.stats.mode & 0o777, after }) ?? false;
      return after;
    },
    { missingFolders },
  );
  return {
    path,
    size,
    meta: { path, size, undo: isKept, ...(madeFolders.length === 0 ? {} : { created_folders: [...madeFolders] }) },
  };
}

/** The whole new content, from the old one; null where there was no file. */
export type MakeContent = (before: Buffer | null, now: Opened | null) => Uint8Array;
