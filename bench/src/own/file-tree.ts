import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** 100 folders of 20 folders of 50 files each: 100,000 files of about 1 KB. */
const FOLDERS = 2000;
const FILES_EACH = 50;
const LINES = 24;
const NEEDLE_EVERY = 1000;

/** Stands in 100 of the files, and is part of their names; nothing else is found by it. */
export const NEEDLE = 'needleXYZ';
export const NEEDLES = (FOLDERS * FILES_EACH) / NEEDLE_EVERY;

const words =
  'alpha beta gamma delta const function return import export async await tool call agent approval policy'.split(' ');

/** The tree that all contenders of a run share, made by whoever comes first. */
export function fileTree(directory: string, progress: (line: string) => void): string {
  const tree = join(directory, '..', 'file-tree');
  if (existsSync(tree)) return tree;
  progress(`making ${FOLDERS * FILES_EACH} files`);
  const draft = `${tree}-draft`;
  for (let folder = 0; folder < FOLDERS; folder++) {
    const place = join(draft, `d${Math.floor(folder / 20)}`, `s${folder % 20}`);
    mkdirSync(place, { recursive: true });
    for (let file = 0; file < FILES_EACH; file++) writeFileSync(join(place, `f${file}.txt`), textOf(folder, file));
    if (folder % (NEEDLE_EVERY / FILES_EACH) === 0)
      writeFileSync(join(place, `${NEEDLE}.txt`), `${NEEDLE} ${folder}\n`);
  }
  renameSync(draft, tree);
  return tree;
}

/** The folder of an operation, spread over the tree. */
export function folderOf(index: number): string {
  const folder = (index * 7) % FOLDERS;
  return `d${Math.floor(folder / 20)}/s${folder % 20}`;
}

export function fileOf(index: number): string {
  return `${folderOf(index)}/f${(index * 3) % FILES_EACH}.txt`;
}

function textOf(folder: number, file: number): string {
  let text = '';
  for (let line = 0; line < LINES; line++) {
    for (let word = 0; word < 7; word++)
      text += `${words[(folder * 31 + file * 17 + line * 7 + word * word) % words.length]} `;
    text += '\n';
  }
  return text;
}
