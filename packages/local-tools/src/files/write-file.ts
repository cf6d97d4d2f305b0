import { toolResult } from '../result.ts';
import { encode, writingOf } from '../text/encoding.ts';
import { changeFile } from './change-file.ts';
import { requireSize } from './read-bytes.ts';
import type { FileTool } from './tool-context.ts';

/** `write` and `write_file`: a whole file, or more at the end of one. Folders that are missing on the way are made. */
export const writeFile: FileTool = (args, context) => {
  const content = (args.content as string).toWellFormed();
  requireSize(Buffer.byteLength(content), context.limits.fileBytesMax, args.path as string);
  const isAppended = args.mode === 'append';
  const { path, size, meta } = changeFile(args.path as string, context, {
    missingFolders: 'make',
    makeContent: (readBefore) => {
      const before = isAppended ? readBefore() : null;
      return before === null ? Buffer.from(content) : Buffer.concat([before, encodedLike(before, content)]);
    },
  });
  const bytes = Buffer.byteLength(content);
  return toolResult({
    stdout: isAppended
      ? `Added ${bytes} bytes to ${path}, which has ${size} now.\n`
      : `Wrote ${size} bytes to ${path}.\n`,
    meta: { ...meta, bytes_written: bytes },
  });
};

/** Text of another encoding at the end of a file would make the whole unreadable. */
function encodedLike(before: Buffer, content: string): Buffer {
  return encode(content, writingOf(before, true)?.encoding ?? 'utf-8');
}
