import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRoots } from './check-roots.ts';

describe('roots of a command', () => {
  let base: string;
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-roots-')));
    for (const name of ['one', 'one/inner', 'one-beside']) mkdirSync(join(base, name));
    symlinkSync(join(base, 'one'), join(base, 'link'));
  });
  afterAll(() => rmSync(base, { recursive: true }));

  it('are given as they are, one that lies in another left out: what runs there could replace it [T6]', () => {
    const [one, inner, beside] = ['one', 'one/inner', 'one-beside'].map((name) => join(base, name)) as [
      string,
      string,
      string,
    ];
    expect(checkRoots([inner, one, beside, one], inner)).toEqual([one, beside]);
  });

  it.each([
    '/',
    '/etc',
    '/etc/ssl',
    '/usr',
    '/usr/bin',
    '/tmp',
    '/proc/self',
    '/dev/shm',
    '/var',
    '/run',
    '/sys',
    '/bin',
  ])('are refused where they belong to the system: %s [T6]', (root) => {
    expect(() => checkRoots([root], root)).toThrow('is a folder of the system');
  });

  it('are refused where they lead elsewhere or are not there [T6]', () => {
    expect(() => checkRoots([join(base, 'link')], join(base, 'link'))).toThrow('leads elsewhere');
    expect(() => checkRoots([join(base, 'missing')], join(base, 'missing'))).toThrow('Is it still there?');
    expect(() => checkRoots([], base)).toThrow('needs a root');
  });

  it('hold the folder a command runs in: one beside them is outside [T6]', () => {
    expect(() => checkRoots([join(base, 'one')], join(base, 'one-beside'))).toThrow('is outside the roots');
    expect(() => checkRoots([join(base, 'one')], base)).toThrow('is outside the roots');
  });
});
