import { closeSync, lstatSync, type Stats } from 'node:fs';
import type { JsonObject, ToolResult } from '@countersign/contract';
import { inside } from '../confinement/handle.ts';
import { compilePathPattern } from '../patterns/path-pattern.ts';
import { comparePaths } from './compare-paths.ts';
import { readCursor } from './cursor.ts';
import { entryPage, pageResult } from './entry-page.ts';
import { shownName } from './shown-name.ts';
import type { FileTool } from './tool-context.ts';
import { type Entry, entryPath, walkFolder } from './walk-folder.ts';

/** `ls` and `list_directory`: what is in a folder, a page at a time, with the number of all of it. */
export const listFolder: FileTool = async (args, { files, limits, signal }): Promise<ToolResult> => {
  const folder = files.openFolder((args.path as string | undefined) ?? '.');
  try {
    const pattern = compilePathPattern((args.pattern as string | undefined) ?? '*');
    const after = readCursor(args.cursor, ['string'])?.[0] as string | undefined;
    const afterNames = after?.split('/');
    const page = entryPage((args.limit as number | undefined) ?? limits.entriesMax, limits);
    const entries: JsonObject[] = [];
    const prefix = folder.path === '.' ? '' : `${folder.path}/`;
    let total = 0;
    let last = '';
    const end = await walkFolder(folder, {
      depthMax: args.recursive === true ? limits.foldersDeepMax : 1,
      entersHidden: pattern.entersHidden,
      limits,
      signal,
      visit: (entry) => {
        const { parents, dirent } = entry;
        if (!pattern.matches(parents, dirent.name)) return true;
        total += 1;
        if (page.isFull || (afterNames && comparePaths([...parents, dirent.name], afterNames) <= 0)) return true;
        const path = entryPath(entry);
        const described = describeEntry(entry, prefix + path);
        if (described === null) total -= 1;
        else if (page.add(lineOf(path, described))) {
          entries.push(described);
          last = path;
        }
        return true;
      },
    });
    return pageResult(page, last, {
      path: folder.path,
      files: entries,
      total_count: total,
      is_total_complete: end === 'complete',
    });
  } finally {
    closeSync(folder.fd);
  }
};

/** Null where it has vanished meanwhile. */
function describeEntry({ dirent, folder }: Entry, path: string): JsonObject | null {
  const stats = lookAt(inside(folder, dirent.name));
  if (stats === null) return null;
  return { name: dirent.name, path, type: typeOf(stats), size: stats.size, modified: stats.mtime.toISOString() };
}

function lookAt(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

function typeOf(stats: Stats): string {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'other';
}

function lineOf(path: string, { type }: JsonObject): string {
  const end = type === 'directory' ? '/' : type === 'symlink' ? '@' : '';
  return shownName(path) + end;
}
