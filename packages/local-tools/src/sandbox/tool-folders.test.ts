import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outsideOfRoots, ownToolPath, toolFolders } from './tool-folders.ts';

describe('folders of programs', () => {
  let base: string;
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-tools-')));
    for (const name of ['home/bin', 'home/lib', 'home/.ssh', 'tools']) mkdirSync(join(base, name), { recursive: true });
  });
  afterAll(() => rmSync(base, { recursive: true }));

  it('are shown with the libraries beside them and with nothing else that lies there [T6]', () => {
    const [folder] = toolFolders([join(base, 'home/bin')]);
    expect(folder).toEqual({ path: join(base, 'home/bin'), needs: [join(base, 'home/bin'), join(base, 'home/lib')] });
    expect(toolFolders([join(base, 'tools')])[0]!.needs).toEqual([join(base, 'tools')]);
  });

  it('are not used where they lie in a root: a command could fill them [T6]', () => {
    const folders = toolFolders([join(base, 'home/bin'), join(base, 'tools')]);
    expect(outsideOfRoots(folders, [join(base, 'home')]).map(({ path }) => path)).toEqual([join(base, 'tools')]);
    expect(outsideOfRoots(folders, [base])).toEqual([]);
    expect(outsideOfRoots(folders, [join(base, 'too')])).toEqual(folders);
  });

  it('are refused where they are none', () => {
    expect(() => toolFolders(['bin'])).toThrow('no folder of programs');
    expect(() => toolFolders([join(base, 'missing')])).toThrow('no folder of programs');
  });

  it('are Node’s own where it is not one of the system', () => {
    for (const folder of ownToolPath()) expect(toolFolders([folder])[0]!.path).toBe(folder);
  });
});
