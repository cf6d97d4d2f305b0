import { editFile } from './edit-file.ts';
import { findFiles } from './find-files.ts';
import { listFolder } from './list-folder.ts';
import { readFile } from './read-file.ts';
import { searchText } from './search-text.ts';
import type { FileTool } from './tool-context.ts';
import { writeFile } from './write-file.ts';

/** T1: the tools that work on files by themselves. Two families of names stand for one implementation. */
export const fileTools: ReadonlyMap<string, FileTool> = new Map<string, FileTool>([
  ['read', readFile],
  ['read_file', readFile],
  ['ls', listFolder],
  ['list_directory', listFolder],
  ['find', findFiles],
  ['grep', searchText],
  ['write', writeFile],
  ['write_file', writeFile],
  ['edit', editFile],
]);

/** Tools that check the files they stand on themselves, on the very file that they replace. */
export const changingTools: ReadonlySet<string> = new Set(['write', 'write_file', 'edit']);
