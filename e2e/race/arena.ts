import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Stands in every file and every name outside, and nowhere else. */
export const secretMark = 'OUTSIDE-SECRET';

/** A workspace, and beside it what nobody in it may see or change. */
export type Arena = {
  readonly root: string;
  readonly outside: string;
  /** What is outside and should not be: names that are new, and contents that are others. */
  changesOutside(): string[];
  remove(): void;
};

/** Outside looks just like inside, so that whoever is led astray finds all he looks for. */
export function buildArena(): Arena {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-race-')));
  const root = join(base, 'work');
  const outside = join(base, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
  fillFolder(outside, `${secretMark} inside\n`);
  writeFileSync(join(outside, `${secretMark}-name`), secretMark);
  const before = contentOf(outside);
  return {
    root,
    outside,
    changesOutside() {
      const now = contentOf(outside);
      return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
    },
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** What every folder holds that is swapped: files to read, to edit and to walk through. */
export function fillFolder(folder: string, text: string): void {
  mkdirSync(join(folder, 'sub/deep'), { recursive: true });
  for (const path of ['file.txt', 'edit.txt', 'sub/file.txt', 'sub/deep/file.txt'])
    writeFileSync(join(folder, path), text);
}

function contentOf(folder: string): Map<string, string> {
  const content = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    content.set(path, entry.isFile() ? readFileSync(path, 'utf8') : 'folder');
  }
  return content;
}
