import {
  closeSync,
  linkSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeHandle, type Handle, isStillNamed, openPlace, openRoot } from './handle.ts';

describe.each(['handle', 'name'] as const)('a file that was opened, on the footing of a %s', (footing) => {
  let folder: string;
  let root: Handle;
  let place: Handle;
  let fd: number;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-handle-')));
    writeFileSync(join(folder, 'outside'), 'SECRET');
    linkSync(join(folder, 'outside'), join(folder, 'inside'));
    root = openRoot(folder, footing);
    place = openPlace(root, 'inside');
    fd = openSync(place.name, 'r');
  });
  afterEach(() => {
    closeSync(fd);
    closeHandle(place);
    closeHandle(root);
    rmSync(folder, { recursive: true });
  });

  it('has its name for as long as that leads to it [G1]', () => {
    expect(isStillNamed(fd, place)).toBe(true);
  });

  it('has lost it once it is taken away or given to another, though a second name is left [G1]', () => {
    unlinkSync(join(folder, 'inside'));
    expect(isStillNamed(fd, place)).toBe(false);
    writeFileSync(join(folder, 'inside'), 'other');
    expect(isStillNamed(fd, place)).toBe(false);
  });

  it('has lost it once another file is renamed over it [G1]', () => {
    writeFileSync(join(folder, 'draft'), 'other');
    renameSync(join(folder, 'draft'), join(folder, 'inside'));
    expect(isStillNamed(fd, place)).toBe(false);
  });

  it('gets it back only where a name is all there is to go by [G1]', () => {
    unlinkSync(join(folder, 'inside'));
    linkSync(join(folder, 'outside'), join(folder, 'inside'));
    expect(isStillNamed(fd, place)).toBe(footing === 'name');
  });
});
