import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ExpectedFile, JsonObject, ToolResult } from '@countersign/contract';
import { ConfinedFiles, placesOfRoots } from '../src/confinement/confined-files.ts';
import { fileTools } from '../src/files/file-tools.ts';
import { type ToolLimits, toolLimits } from '../src/limits.ts';
import type { UndoStore } from '../src/undo/undo-store.ts';

export type RunOptions = {
  readonly limits?: Partial<ToolLimits>;
  readonly undo?: UndoStore;
  readonly expectedFiles?: readonly ExpectedFile[];
  readonly callId?: string;
  readonly signal?: AbortSignal;
};

/** A folder with files in it and one beside it, and the file tools over it, in this thread. */
export type TestWorkspace = {
  readonly root: string;
  readonly outside: string;
  readonly files: ConfinedFiles;
  put(path: string, content: string | Uint8Array): void;
  text(path: string): string;
  bytes(path: string): Buffer;
  run(toolName: string, args: JsonObject, options?: RunOptions): Promise<ToolResult>;
  /** Every page, following cursors. */
  pages(toolName: string, args: JsonObject, options?: RunOptions): Promise<ToolResult[]>;
  close(): void;
};

const pagesMax = 10_000;

export function openWorkspace(): TestWorkspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-files-')));
  const root = join(base, 'work');
  const outside = join(base, 'outside');
  for (const folder of [root, outside]) mkdirSync(folder);
  const files = ConfinedFiles.open(placesOfRoots([root]));
  const run: TestWorkspace['run'] = async (toolName, args, options = {}) =>
    await fileTools.get(toolName)!(args, {
      files,
      limits: { ...toolLimits, ...options.limits },
      undo: options.undo ?? null,
      callId: options.callId ?? 'call-1',
      expectedFiles: options.expectedFiles ?? [],
      signal: options.signal ?? new AbortController().signal,
    });
  return {
    root,
    outside,
    files,
    put(path, content) {
      const place = join(root, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, content);
    },
    text: (path) => readFileSync(join(root, path), 'utf8'),
    bytes: (path) => readFileSync(join(root, path)),
    run,
    async pages(toolName, args, options) {
      const pages = [await run(toolName, args, options)];
      while (pages.at(-1)!.next_page_cursor !== null && pages.length < pagesMax)
        pages.push(await run(toolName, { ...args, cursor: pages.at(-1)!.next_page_cursor }, options));
      return pages;
    },
    close() {
      files.close();
      rmSync(base, { recursive: true });
    },
  };
}
