import { closeSync } from 'node:fs';
import type { ToolResult } from '@countersign/contract';
import { compilePathPattern } from '../patterns/path-pattern.ts';
import { comparePaths } from './compare-paths.ts';
import { readCursor } from './cursor.ts';
import { entryPage, pageResult } from './entry-page.ts';
import { shownName } from './shown-name.ts';
import type { FileTool } from './tool-context.ts';
import { entryPath, walkFolder } from './walk-folder.ts';

/** `find`: paths whose name matches, below a folder. It looks everywhere but into hidden folders, also at what git ignores. */
export const findFiles: FileTool = async (args, { files, limits, signal }): Promise<ToolResult> => {
  const folder = files.openFolder((args.path as string | undefined) ?? '.');
  try {
    const pattern = compilePathPattern(args.name_pattern as string);
    const after = readCursor(args.cursor, ['string'])?.[0] as string | undefined;
    const afterNames = after?.split('/');
    const page = entryPage((args.limit as number | undefined) ?? limits.entriesMax, limits);
    const prefix = folder.path === '.' ? '' : `${folder.path}/`;
    let last = '';
    const end = await walkFolder(folder, {
      depthMax: Math.min((args.max_depth as number | undefined) ?? limits.foldersDeepMax, limits.foldersDeepMax),
      entersHidden: pattern.entersHidden,
      limits,
      signal,
      visit: (entry) => {
        const { parents, dirent } = entry;
        if (!pattern.matches(parents, dirent.name)) return true;
        if (afterNames && comparePaths([...parents, dirent.name], afterNames) <= 0) return true;
        const path = entryPath(entry);
        if (!page.add(shownName(prefix + path) + (dirent.isDirectory() ? '/' : ''))) return false;
        last = path;
        return true;
      },
    });
    return pageResult(page, last, { path: folder.path, count: page.lines.length, is_complete: end === 'complete' });
  } finally {
    closeSync(folder.fd);
  }
};
