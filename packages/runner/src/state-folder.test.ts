import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../test/scratch-folder.ts';
import { holderOf, lockStateFolder, StateFolderInUse, stateFolderOf, stateFolders } from './state-folder.ts';

const place = { server: 'http://127.0.0.1:7717', projectId: 'p', roots: ['/a', '/b'] };

describe('the state folder of a runner', () => {
  it('is one for a server, a project and a set of roots', () => {
    const folder = stateFolderOf('/data', place);
    expect(folder).toMatch(/^\/data\/runners\/[0-9a-f]{16}$/);
    expect(stateFolderOf('/data', { ...place, roots: ['/b', '/a'] })).toBe(folder);
    const others = [
      { ...place, server: 'http://127.0.0.1:7718' },
      { ...place, projectId: 'q' },
      { ...place, roots: ['/a'] },
      { ...place, roots: ['/a,/b'] },
    ].map((other) => stateFolderOf('/data', other));
    expect(new Set([folder, ...others]).size).toBe(5);
  });

  it('is for its owner alone, and one process at a time [L6]', () => {
    const folder = join(scratchFolder(), 'runners', 'one');
    const release = lockStateFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(holderOf(folder)).toBe(process.pid);
    expect(() => lockStateFolder(folder)).toThrow(StateFolderInUse);
    release();
    expect(holderOf(folder)).toBeNull();
    lockStateFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a process that is gone', () => JSON.stringify({ pid: spawnSync('true').pid, startedAt: '1' })],
    ['another process with the same number', () => JSON.stringify({ pid: process.pid, startedAt: '1' })],
    ['nobody that can be read', () => '{'],
  ])('is free where the lock is of %s [L6]', (_, text) => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'lock'), text());
    expect(holderOf(folder)).toBeNull();
    lockStateFolder(folder)();
  });

  it('is listed with the others, and there may be none', () => {
    const dataDir = scratchFolder();
    expect(stateFolders(dataDir)).toEqual([]);
    const folder = stateFolderOf(dataDir, place);
    lockStateFolder(folder)();
    expect(stateFolders(dataDir)).toEqual([folder]);
  });
});
