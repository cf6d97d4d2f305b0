import { execFileSync } from 'node:child_process';
import { linkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, type TestWorkspace } from '../../test/open-workspace.ts';
import { ripgrepPath } from '../ripgrep-path.ts';

describe('searching for text', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = openWorkspace();
    workspace.put('a.txt', 'one needle\ntwo\nthree needle\n');
    workspace.put('src/b.ts', 'a needle here\r\n');
    workspace.put('src/c.md', 'needle in words\n');
  });
  afterEach(() => workspace.close());
  const grep = async (args: object) => (await workspace.run('grep', args as never)).stdout;

  it('tells of matches as file, line and text, in the order of paths [T1, T4]', async () => {
    const whole = 'a.txt:1:one needle\na.txt:3:three needle\nsrc/b.ts:1:a needle here\nsrc/c.md:1:needle in words\n';
    expect(await workspace.run('grep', { pattern: 'needle' })).toMatchObject({
      ok: true,
      exit_code: 0,
      stdout: whole,
      truncated_lines: false,
      truncated_bytes: false,
      next_page_cursor: null,
      meta: { path: '.', count: 4 },
    });
    expect(await grep({ pattern: 'n.*e$', glob: '*.ts' })).toBe('src/b.ts:1:a needle here\n');
    expect(await grep({ pattern: 'needle', path: 'src' })).toBe(
      'src/b.ts:1:a needle here\nsrc/c.md:1:needle in words\n',
    );
    expect(await grep({ pattern: 'needle', path: 'src/c.md' })).toBe('src/c.md:1:needle in words\n');
  });

  it('is done by the ripgrep that was installed with us [T4]', () => {
    expect(ripgrepPath()).toMatch(/node_modules\/.+\/rg$/);
  });

  it('finding nothing is a success that says so with exit code 1', async () => {
    expect(await workspace.run('grep', { pattern: 'absent' })).toMatchObject({ ok: true, exit_code: 1, stdout: '' });
  });

  it('takes the pattern for a pattern, however it begins [T4]', async () => {
    workspace.put('d.txt', '--pre=touch\n-e\n');
    expect(await grep({ pattern: '--pre=touch' })).toBe('d.txt:1:--pre=touch\n');
    expect(await grep({ pattern: '-e$' })).toBe('d.txt:2:-e\n');
    await expect(grep({ pattern: 'x', glob: '--files' })).resolves.toBe('');
  });

  it.each(['(', '[a', '*'])('says of the pattern %s that it is broken, and what to do [T8]', async (pattern) => {
    await expect(workspace.run('grep', { pattern })).rejects.toMatchObject({
      failureClass: 'validation',
      message: expect.stringMatching(/^The pattern cannot be used: /),
    });
  });

  it('leaves out hidden files, unless the glob asks for them, and what git ignores [G2]', async () => {
    workspace.put('.env', 'needle=1\n');
    workspace.put('ignored.txt', 'needle\n');
    workspace.put('.gitignore', 'ignored.txt\n');
    expect(await grep({ pattern: 'needle' })).not.toMatch(/env|ignored/);
    expect(await grep({ pattern: 'needle', glob: '.env' })).toBe('.env:1:needle=1\n');
  });

  it('gives pages that join to the whole, whether they are sorted here or there [T3]', async () => {
    for (let index = 0; index < 30; index += 1) workspace.put(`d${index % 7}/f${index}.txt`, 'needle\n'.repeat(3));
    const whole = await grep({ pattern: 'needle' });
    for (const matchesSortedMax of [1000, 5]) {
      const pages = await workspace.pages('grep', { pattern: 'needle', limit: 4 }, { limits: { matchesSortedMax } });
      expect(pages.map(({ stdout }) => stdout).join('')).toBe(whole);
      expect(pages[0]).toMatchObject({ truncated_lines: true });
    }
    const inOne = await workspace.pages(
      'grep',
      { pattern: 'needle', path: 'a.txt', limit: 1 },
      { limits: { matchesSortedMax: 1 } },
    );
    expect(inOne.map(({ stdout }) => stdout)).toEqual(['a.txt:1:one needle\n', 'a.txt:3:three needle\n']);
  });

  it('cuts long lines without splitting a character, and says so [T3]', async () => {
    workspace.put('long.txt', `needle${'😀'.repeat(5000)}\n`);
    const result = await workspace.run(
      'grep',
      { pattern: 'needle', glob: 'long.txt' },
      { limits: { matchLengthMax: 9 } },
    );
    expect(result).toMatchObject({ stdout: 'long.txt:1:needle😀 […]\n', truncated_bytes: true });
  });

  it('reads other encodings, and passes by binary files [G2]', async () => {
    workspace.put('bom.txt', '\ufefffirst needle\nsecond needle\n');
    workspace.put('wide.txt', Buffer.from('\ufeffx\ny needle ü\n', 'utf16le'));
    workspace.put('binary', Buffer.from('needle\0needle\n'));
    const found = await grep({ pattern: 'needle', glob: '{bom.txt,wide.txt,binary}' });
    expect(found).toBe('bom.txt:1:first needle\nbom.txt:2:second needle\nwide.txt:2:y needle ü\n');
  });

  it('passes by pipes and links, and tells nothing of files with a second name [G1]', async () => {
    execFileSync('mkfifo', [join(workspace.root, 'pipe')]);
    writeFileSync(join(workspace.outside, 'secret'), 'needle SECRET\n');
    symlinkSync(join(workspace.outside, 'secret'), join(workspace.root, 'link'));
    symlinkSync(workspace.outside, join(workspace.root, 'folder'));
    linkSync(join(workspace.outside, 'secret'), join(workspace.root, 'hard'));
    const result = await workspace.run('grep', { pattern: 'needle' });
    expect(result.stdout).not.toContain('SECRET');
    expect(result.meta).toMatchObject({ count: 4, unverified_count: 1 });
    await expect(workspace.run('grep', { pattern: 'needle', path: 'folder' })).rejects.toMatchObject({
      failureClass: 'policy',
    });
    await expect(workspace.run('grep', { pattern: 'needle', path: 'pipe' })).rejects.toThrow(/not a folder/);
  });

  it('quotes nothing of a file that stands in for a list of ignored ones [G1]', async () => {
    writeFileSync(join(workspace.outside, 'secret'), '[SECRET\n{SECRET\n');
    rmSync(join(workspace.root, '.gitignore'), { force: true });
    symlinkSync(join(workspace.outside, 'secret'), join(workspace.root, '.gitignore'));
    expect(JSON.stringify(await workspace.run('grep', { pattern: 'needle' }))).not.toContain('SECRET');
  });

  it('runs no program and reads no configuration that is given by the environment [T4]', async () => {
    const config = join(workspace.outside, 'config');
    writeFileSync(config, '--pre=/bin/false\n');
    process.env.RIPGREP_CONFIG_PATH = config;
    try {
      expect(await grep({ pattern: 'needle', path: 'src' })).toContain('src/b.ts:1:');
    } finally {
      delete process.env.RIPGREP_CONFIG_PATH;
    }
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const search = workspace.run('grep', { pattern: 'needle' }, { signal: controller.signal });
    controller.abort('cancel');
    await expect(search).rejects.toBe('cancel');
  });
});
