import type { JsonObject } from '@countersign/contract';
import type { Opened } from '../confinement/confined-files.ts';
import { requireExpectedFiles } from './expected-files.ts';
import { readWhole, requireSize } from './read-bytes.ts';
import type { ToolContext } from './tool-context.ts';

export type Changed = { readonly path: string; readonly size: number; readonly meta: JsonObject };

/** The whole new content, from the old one, which is read where it is asked for; null where there was no file. */
export type MakeContent = (readBefore: () => Buffer | null) => Uint8Array;

/**
 * T5: what `write` and `edit` have in common. The file that is about to be replaced is read once at the most: what was
 * approved is checked against it, its content is kept for undoing, and what takes its place is made from it.
 */
export function changeFile(
  given: string,
  context: ToolContext,
  { missingFolders, makeContent }: { missingFolders: 'refuse' | 'make'; makeContent: MakeContent },
): Changed {
  const { files, limits, undo, callId, expectedFiles } = context;
  let isKept = false;
  const { path, size, madeFolders } = files.replaceFile(
    given,
    (now, { realPath, rootPath }) => {
      const readBefore = readOnce(now, limits.fileBytesMax);
      if (expectedFiles.length > 0) requireExpectedFiles(context, { realPath, bytes: readBefore() });
      const after = makeContent(readBefore);
      requireSize(after.byteLength, limits.fileBytesMax, given);
      if (undo !== null && (now?.stats.size ?? 0) <= undo.limits.fileBytesMax) {
        const mode = now && now.stats.mode & 0o777;
        isKept = undo.keep({ callId, rootPath, realPath, before: readBefore(), mode, after });
      }
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

function readOnce(file: Opened | null, bytesMax: number): () => Buffer | null {
  let bytes: Buffer | null = null;
  return () => {
    if (file !== null) bytes ??= readWhole(file, bytesMax);
    return bytes;
  };
}
