import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfinedFiles, placesOfRoots } from './confined-files.ts';

describe.each(['handle', 'name'] as const)('files below the roots, on the footing of a %s', (footing) => {
  let base: string;
  let root: string;
  let outside: string;
  let files: ConfinedFiles;
  const open = (roots: readonly string[]) => ConfinedFiles.open(placesOfRoots(roots), footing);

  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-confined-')));
    root = join(base, 'work');
    outside = join(base, 'outside');
    for (const folder of [root, outside, `${root}-evil`, join(root, 'src/deep')])
      mkdirSync(folder, { recursive: true });
    writeFileSync(join(outside, 'secret.txt'), 'SECRET');
    writeFileSync(`${root}-evil/secret.txt`, 'SECRET');
    writeFileSync(join(root, 'README.md'), 'read me');
    writeFileSync(join(root, 'src/a.ts'), 'a');
    files = open([root]);
  });
  afterEach(() => {
    files.close();
    rmSync(base, { recursive: true });
  });

  const read = (path: string): string => {
    const { fd } = files.openFile(path);
    try {
      return readFileSync(fd, 'utf8');
    } finally {
      closeSync(fd);
    }
  };
  const write = (path: string, text: string) => files.replaceFile(path, () => Buffer.from(text));
  const link = (name: string, target: string) => symlinkSync(target, join(root, name));

  it('are read by relative and by absolute path, and through links that stay inside [G1]', () => {
    link('inside', 'src');
    link('x', join(root, 'README.md'));
    link('src/up', '../README.md');
    for (const path of [
      'README.md',
      './README.md',
      'src/../README.md',
      `${root}/README.md`,
      'x',
      'src/up',
      'inside/up',
      'inside/../README.md',
    ])
      expect(read(path)).toBe('read me');
    expect(read('inside/a.ts')).toBe('a');
  });

  it('are all there is: nothing leads out, by spelling or by links [G1]', () => {
    link('out', outside);
    link('chain', 'out');
    link('file', join(outside, 'secret.txt'));
    link('climb', '../outside/secret.txt');
    link('src/deep/climb', '../../../outside/secret.txt');
    link('evil', `${root}-evil/secret.txt`);
    link('loop', 'loop');
    link('proc', '/proc/self/root/etc/passwd');
    for (const path of [
      '..',
      '../outside/secret.txt',
      'src/../../outside/secret.txt',
      `${outside}/secret.txt`,
      `${root}-evil/secret.txt`,
      `${root}/../outside/secret.txt`,
      'out/secret.txt',
      'chain/secret.txt',
      'file',
      'climb',
      'src/deep/climb',
      'evil',
      'loop',
      'proc',
      '/etc/passwd',
      '/proc/self/environ',
      'nowhere/../../outside/secret.txt',
    ]) {
      expect(() => read(path), path).toThrow();
      expect(() => write(path, 'pwned'), path).toThrow();
    }
    expect(() => files.openFolder('out')).toThrow(/outside the workspace/);
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('SECRET');
    expect(readdirSync(outside)).toEqual(['secret.txt']);
  });

  it('are files: no devices, pipes, folders or names that mean something else [G1]', () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    for (const path of ['pipe', 'src', '.', 'src/', '', 'a\0b', 'a\nb']) expect(() => read(path), path).toThrow();
    for (const path of ['pipe', 'src', '.', 'src/', 'new/', 'new/.', '', 'a\0b', 'missing/new.txt'])
      expect(() => write(path, 'x'), path).toThrow();
    expect(existsSync(join(root, 'new'))).toBe(false);
  });

  it('do not include folders that are closed, by any name [G1]', () => {
    link('keys', 'src');
    const closing = ConfinedFiles.open(placesOfRoots([root]), footing, [join(root, 'src')]);
    for (const path of ['src/a.ts', 'keys/a.ts', `${root}/src/../src/a.ts`]) {
      expect(() => closing.openFile(path), path).toThrow(/keys of its own/);
      expect(() => closing.replaceFile(path, () => Buffer.from('x')), path).toThrow(/keys of its own/);
    }
    expect(() => closing.openFolder('src')).toThrow(/keys of its own/);
    expect(closing.kindOf('README.md')).toBe('file');
    closing.close();
  });

  it('are written whole or not at all, with the mode they had [T5]', () => {
    chmodSync(join(root, 'src/a.ts'), 0o751);
    expect(write('src/a.ts', 'changed')).toEqual({ path: 'src/a.ts', size: 7, madeFolders: [] });
    expect(statSync(join(root, 'src/a.ts')).mode & 0o777).toBe(0o751);
    expect(write('new.txt', 'new')).toEqual({ path: 'new.txt', size: 3, madeFolders: [] });
    expect(() =>
      files.replaceFile('src/a.ts', () => {
        throw new Error('no match');
      }),
    ).toThrow();
    expect(read('src/a.ts')).toBe('changed');
    expect(readdirSync(join(root, 'src')).sort()).toEqual(['a.ts', 'deep']);
  });

  it('are written through a link to where it leads, and not over the link', () => {
    link('alias.ts', 'src/a.ts');
    write('alias.ts', 'through');
    expect(readFileSync(join(root, 'src/a.ts'), 'utf8')).toBe('through');
    expect(() => write('dangling', 'x')).not.toThrow();
    link('away', join(outside, 'created.txt'));
    expect(() => write('away', 'x')).toThrow(/outside the workspace/);
  });

  it('of a root that is a link are named by it as well, and links may be too', () => {
    symlinkSync(root, join(base, 'alias'));
    const other = open([join(base, 'alias')]);
    try {
      link('x', join(base, 'alias/README.md'));
      for (const path of ['x', `${base}/alias/README.md`, `${root}/README.md`])
        expect(other.realPathOf(path)).toBe(join(root, 'README.md'));
    } finally {
      other.close();
    }
  });

  it('of other roots are named in full', () => {
    const other = open([root, outside]);
    try {
      const { fd, path } = other.openFile(`${outside}/secret.txt`);
      closeSync(fd);
      expect(path).toBe(join(outside, 'secret.txt'));
      expect(() => other.openFile('../outside/secret.txt')).toThrow(/outside the workspace/);
    } finally {
      other.close();
    }
  });

  it('are not those of the system, however wide the root is [G1]', () => {
    const all = open(['/']);
    try {
      for (const path of ['/proc/self/environ', 'dev/null', '/sys/kernel', '/proc'])
        expect(() => all.kindOf(path)).toThrow(/the system itself/);
      expect(all.kindOf(join(root, 'README.md'))).toBe('file');
    } finally {
      all.close();
    }
  });

  it('are of the root that was given, and not of what took its name [G1]', () => {
    const places = placesOfRoots([root]);
    renameSync(root, join(base, 'moved'));
    symlinkSync(outside, root);
    expect(() => ConfinedFiles.open(places, footing)).toThrow(/leads elsewhere by now/);
    rmSync(root);
    expect(() => ConfinedFiles.open(places, footing)).toThrow(/does not exist/);
    expect(() => open([root])).toThrow(/does not exist/);
  });

  it('need a root', () => {
    expect(() => open([])).toThrow(/At least one root/);
  });
});
