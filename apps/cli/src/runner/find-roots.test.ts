import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findRoots, requireKeysApart } from './find-roots.ts';

describe('roots of a runner', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-roots-')));
  for (const name of ['site', 'site-data', 'home/data']) mkdirSync(join(base, name), { recursive: true });
  symlinkSync(join(base, 'site'), join(base, 'link'));
  writeFileSync(join(base, 'file'), '');
  afterAll(() => rmSync(base, { recursive: true }));

  it('are folders as they really are, each once', () => {
    expect(findRoots(['site', 'link', join(base, 'site')], base, '/data')).toEqual([join(base, 'site')]);
  });

  it.each(['missing', 'file'])('are not %s', (name) => {
    expect(() => findRoots([name], base, '/data')).toThrow('--root');
  });

  it('are never the keys of Countersign, by any name [G1]', () => {
    mkdirSync(join(base, 'home/data/runners'));
    for (const root of ['home/data', 'home/data/runners', 'home/../home/data'])
      expect(() => findRoots([root], base, join(base, 'home/data'))).toThrow('where the keys');
    expect(findRoots(['site'], base, join(base, 'site-data'))).toEqual([join(base, 'site')]);
    expect(findRoots(['home'], base, join(base, 'home/data'))).toEqual([join(base, 'home')]);
  });

  it('do not hold them where commands have no sandbox [G1, T6]', () => {
    for (const root of ['home', '.', '/'])
      expect(() => requireKeysApart(findRoots([root], base, '/data'), join(base, 'home/data'))).toThrow(
        'no sandbox to keep commands from it',
      );
    expect(() => requireKeysApart([join(base, 'site')], join(base, 'site-data'))).not.toThrow();
  });
});
