import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfinedFiles, placesOfRoots } from './confined-files.ts';
import { ToolFailure } from './tool-failure.ts';

const name = fc.constantFrom('a', 'b', 'c');
const place = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const target = fc.constantFrom(
  '..',
  '../..',
  '../../..',
  'a',
  'b',
  './c',
  'a/b',
  '../a',
  'ROOT',
  'ROOT/a',
  'OUTSIDE',
  'OUTSIDE/a',
  'ROOT/../outside',
  '../../outside/a',
);
const step = fc.oneof(
  fc.record({ kind: fc.constant('folder' as const), place }),
  fc.record({ kind: fc.constant('file' as const), place }),
  fc.record({ kind: fc.constant('link' as const), place, target }),
);
const path = fc
  .array(fc.constantFrom('a', 'b', 'c', '..', '.', ''), { minLength: 1, maxLength: 7 })
  .map((names) => names.join('/'));

/** The number of trees ends it, not the time. */
const timeoutMs = 300_000;

describe.each(['handle', 'name'] as const)('any tree with links, on the footing of a %s', (footing) => {
  it('gives what the kernel would give, where that is inside, and nothing else [G1]', { timeout: timeoutMs }, () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.array(path, { minLength: 1, maxLength: 12 }),
        (steps, paths) => {
          const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-tree-')));
          const [root, outside] = [join(base, 'work'), join(base, 'outside')];
          mkdirSync(root);
          mkdirSync(join(outside, 'b'), { recursive: true });
          for (const secret of ['a', 'b/a', 'b/c']) writeFileSync(join(outside, secret), 'SECRET');
          for (const each of steps) attempt(() => take(each, root, outside));
          const files = ConfinedFiles.open(placesOfRoots([root]), footing);
          try {
            for (const given of paths) {
              const opened = attempt(() => files.openFile(given));
              if (opened === null) continue;
              expect(readFileSync(opened.fd, 'utf8')).toBe('inside');
              closeSync(opened.fd);
              expect(opened.realPath).toBe(realpathSync.native(`${root}/${given}`));
              expect(opened.realPath.startsWith(`${root}/`)).toBe(true);
            }
            for (const given of paths)
              attempt(() => files.replaceFile(given, () => Buffer.from('inside'), { missingFolders: 'make' }));
            expect(['a', 'b/a', 'b/c'].map((secret) => readFileSync(join(outside, secret), 'utf8'))).toEqual([
              'SECRET',
              'SECRET',
              'SECRET',
            ]);
          } finally {
            files.close();
            rmSync(base, { recursive: true });
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

function take(
  each: { kind: 'folder' | 'file' | 'link'; place: string; target?: string },
  root: string,
  outside: string,
): void {
  const at = join(root, each.place);
  if (each.kind === 'folder') mkdirSync(at, { recursive: true });
  else if (each.kind === 'file') writeFileSync(at, 'inside', { flag: 'wx' });
  else symlinkSync(each.target!.replace('ROOT', root).replace('OUTSIDE', outside), at);
}

/** Null where the system, or the confinement, refuses it; a file that is planted through a link to the outside is taken as it is. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof ToolFailure || (error as NodeJS.ErrnoException).code !== undefined) return null;
    throw error;
  }
}
