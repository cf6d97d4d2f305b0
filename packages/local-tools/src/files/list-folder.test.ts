import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, type TestWorkspace } from '../../test/open-workspace.ts';

describe('listing a folder', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = openWorkspace();
  });
  afterEach(() => workspace.close());
  const lines = async (tool: string, args: object) =>
    (await workspace.run(tool, args as never)).stdout.split('\n').slice(0, -1);

  it('names what is in it with path, type, size and time [T1]', async () => {
    workspace.put('src/a.ts', 'abc');
    workspace.put('src/lib/b.ts', '');
    symlinkSync('a.ts', join(workspace.root, 'src/link'));
    execFileSync('mkfifo', [join(workspace.root, 'src/pipe')]);
    const result = await workspace.run('list_directory', { path: 'src', recursive: false, pattern: '*' });
    expect(result.stdout).toBe('a.ts\nlib/\nlink@\npipe\n');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(result.meta).toEqual({
      path: 'src',
      total_count: 4,
      is_total_complete: true,
      files: [
        { name: 'a.ts', path: 'src/a.ts', type: 'file', size: 3, modified: time },
        { name: 'lib', path: 'src/lib', type: 'directory', size: expect.any(Number), modified: time },
        { name: 'link', path: 'src/link', type: 'symlink', size: 4, modified: time },
        { name: 'pipe', path: 'src/pipe', type: 'other', size: 0, modified: time },
      ],
    });
  });

  it('goes into sub-folders where asked, and never through links [G1]', async () => {
    workspace.put('a/b/c.txt', '');
    symlinkSync(workspace.outside, join(workspace.root, 'a/out'));
    symlinkSync('..', join(workspace.root, 'a/up'));
    expect(await lines('ls', { recursive: true })).toEqual(['a/', 'a/b/', 'a/b/c.txt', 'a/out@', 'a/up@']);
    expect(await lines('ls', {})).toEqual(['a/']);
  });

  it.each([
    ['*', ['a.ts', 'src/', 'src/b.ts']],
    ['.*', ['.env', '.git/', 'src/.hidden']],
    ['.git/**', ['.git/', '.git/config']],
    ['.git/*', ['.git/config']],
    ['*.ts', ['a.ts', 'src/b.ts']],
    ['src/*', ['src/b.ts']],
    ['**/b.?s', ['src/b.ts']],
    ['{a,b}.ts', ['a.ts', 'src/b.ts']],
    ['[ab].ts', ['a.ts', 'src/b.ts']],
    ['[!a].ts', ['src/b.ts']],
    ['{.env,a.ts}', ['.env', 'a.ts']],
  ])(
    'with the pattern %s names what it matches, hidden ones only where it begins a name with a dot [G2]',
    async (pattern, expected) => {
      for (const path of ['a.ts', '.env', '.git/config', 'src/b.ts', 'src/.hidden']) workspace.put(path, '');
      expect(await lines('list_directory', { recursive: true, pattern })).toEqual(expected);
    },
  );

  it.each(['/etc/*', '../*', 'a/../../b', '[a', ''])('refuses the pattern "%s" in words', async (pattern) => {
    await expect(workspace.run('list_directory', { pattern })).rejects.toMatchObject({ failureClass: 'validation' });
  });

  it('gives 1000 entries at the most and tells how many there are [G1]', async () => {
    for (let index = 0; index < 1005; index += 1) workspace.put(`f${index}`, '');
    const [first, second, ...more] = await workspace.pages('ls', { limit: 1000 });
    expect(first!.meta).toMatchObject({ total_count: 1005 });
    expect(first!.truncated_lines).toBe(true);
    expect(first!.meta.files).toHaveLength(1000);
    expect(second!.meta).toMatchObject({ total_count: 1005, files: { length: 5 } });
    expect(more).toEqual([]);
  });

  it('says where it stopped counting', async () => {
    for (let index = 0; index < 20; index += 1) workspace.put(`f${index}`, '');
    const result = await workspace.run('ls', {}, { limits: { entriesWalkedMax: 10 } });
    expect(result.meta).toMatchObject({ total_count: 10, is_total_complete: false });
  });

  it('gives pages that join to the whole, in a stable order [T3]', { timeout: 300_000 }, async () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'b', 'B', '-', 'é', '😀', '\uffee', '.'),
      minLength: 1,
      maxLength: 3,
    });
    const path = fc
      .array(
        name.filter((text) => !/^\.{1,2}$/.test(text)),
        { minLength: 1, maxLength: 3 },
      )
      .map((names) => names.join('/'));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(path, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (paths, limit) => {
          const own = openWorkspace();
          try {
            for (const each of paths) {
              try {
                own.put(each, '');
              } catch {
                // A name that is a folder already.
              }
            }
            for (const [tool, args] of [
              ['ls', { recursive: true }],
              ['find', { name_pattern: '*' }],
            ] as const) {
              const whole = await own.run(tool, args);
              const pages = await own.pages(tool, { ...args, limit });
              expect(pages.map(({ stdout }) => stdout).join('')).toBe(whole.stdout);
            }
          } finally {
            own.close();
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('ends a page at 50 KB too [T3]', async () => {
    for (let index = 0; index < 10; index += 1) workspace.put(`${index}${'x'.repeat(99)}`, '');
    const pages = await workspace.pages('ls', {}, { limits: { outputBytesMax: 500 } });
    expect(pages.map(({ meta }) => (meta.files as unknown[]).length)).toEqual([4, 4, 2]);
    expect(pages[0]).toMatchObject({ truncated_bytes: true, truncated_lines: false });
  });

  it('writes out names that would look like two', async () => {
    workspace.put('a\nb', '');
    expect(await lines('ls', {})).toEqual(['a\\u{a}b']);
  });

  it.each([
    ['missing', '"missing" does not exist.'],
    ['file', '"file" is not a folder.'],
  ])('says of %s what is wrong [T8]', async (path, message) => {
    workspace.put('file', '');
    await expect(workspace.run('ls', { path })).rejects.toMatchObject({ failureClass: 'tool_exec', message });
  });
});

describe('finding files', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = openWorkspace();
    for (const path of ['a.ts', 'src/b.ts', 'src/deep/c.ts', 'src/deep/d.js', '.git/e.ts', 'ignored/f.ts'])
      workspace.put(path, '');
    workspace.put('.gitignore', 'ignored\n');
  });
  afterEach(() => workspace.close());
  const find = async (args: object) => (await workspace.run('find', args as never)).stdout.split('\n').slice(0, -1);

  it('names paths that the other tools take, also those that git ignores, and none in hidden folders [T1, G2]', async () => {
    expect(await find({ name_pattern: '*.ts' })).toEqual(['a.ts', 'ignored/f.ts', 'src/b.ts', 'src/deep/c.ts']);
    expect(await find({ name_pattern: '*.ts', path: 'src' })).toEqual(['src/b.ts', 'src/deep/c.ts']);
    expect(await find({ name_pattern: '*.ts', path: '.git' })).toEqual(['.git/e.ts']);
    expect(await find({ name_pattern: '.git*' })).toEqual(['.git/', '.gitignore']);
    expect(await find({ name_pattern: 'deep' })).toEqual(['src/deep/']);
  });

  it('goes no deeper than asked, and stops at the limit [T1, T3]', async () => {
    expect(await find({ name_pattern: '*.ts', max_depth: 1 })).toEqual(['a.ts']);
    expect(await find({ name_pattern: '*.ts', max_depth: 2 })).toEqual(['a.ts', 'ignored/f.ts', 'src/b.ts']);
    const result = await workspace.run('find', { name_pattern: '*.ts', limit: 2 });
    expect(result).toMatchObject({
      stdout: 'a.ts\nignored/f.ts\n',
      truncated_lines: true,
      meta: { is_complete: false },
    });
  });

  it('finding nothing is a success with nothing in it', async () => {
    expect(await workspace.run('find', { name_pattern: 'nope' })).toMatchObject({ ok: true, stdout: '' });
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort('cancel');
    await expect(
      workspace.run('find', { name_pattern: '*' }, { signal: controller.signal, limits: { walkSliceMs: -1 } }),
    ).rejects.toBe('cancel');
  });
});
