import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databases, hasSandbox } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { patient } from './harness/child-env.ts';
import { runThrough } from './harness/run-through.ts';
import { newFolder, type RunnerProcess, startRunnerProcess } from './harness/runner-process.ts';
import { useStage } from './harness/stage.ts';

// Nothing here takes long; starting processes does where many do at once.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Every tool, asked for by an agent, approved by a person where need be, run by a real runner, and answered. */
describe.skipIf(!hasSandbox)('a tool in a runner process', () => {
  const root = newFolder('countersign-tools-');
  const stage = useStage(databases[0]!, { config: { ...patient, toolAllowedRoots: [root] } });
  let runner: RunnerProcess;

  beforeAll(async () => {
    stage.clock.set(Date.now());
    mkdirSync(join(root, 'src', 'deep', 'deeper'), { recursive: true });
    writeFileSync(join(root, 'README.md'), 'first line\nsecond line\nthird line\n');
    writeFileSync(join(root, 'src', 'a.ts'), 'export const needle = 1;\n');
    writeFileSync(join(root, 'src', 'deep', 'b.ts'), 'export const other = 2;\n');
    writeFileSync(join(root, 'src', 'deep', 'deeper', 'c.ts'), 'needle again\n');
    writeFileSync(join(root, 'many.txt'), 'needle in a long line\n'.repeat(5_000));
    mkdirSync(join(root, 'crowd'));
    for (let index = 0; index < 30; index += 1) writeFileSync(join(root, 'crowd', `f${index}.txt`), '');
    runner = await startRunnerProcess(stage, { roots: [root], isKept: true });
  });
  afterAll(async () => {
    await runner.stop('SIGKILL');
    for (const folder of [root, runner.dataDir]) rmSync(folder, { recursive: true, force: true });
  });

  const run = (tool: string, params: Record<string, unknown>) => runThrough(stage, tool, params);
  const text = (path: string) => readFileSync(join(root, path), 'utf8');

  describe('ls', () => {
    it('lists a folder, and into sub-folders where asked [T1, T9]', async () => {
      const { result, wasAsked } = await run('ls', { path: '.' });
      expect(wasAsked).toBe(false);
      expect(result).toMatchObject({ ok: true, exit_code: 0 });
      expect(result!.stdout).toContain('README.md');
      expect(result!.stdout).not.toContain('c.ts');
      expect((await run('ls', { path: 'src', recursive: true })).result!.stdout).toContain('deeper/c.ts');
    });

    it('goes on by its cursor where a page is full, and names everything once [T3]', async () => {
      const first = (await run('ls', { path: 'crowd', limit: 20 })).result!;
      expect(first.next_page_cursor).not.toBeNull();
      const rest = (await run('ls', { path: 'crowd', limit: 20, cursor: first.next_page_cursor })).result!;
      const names = `${first.stdout}${rest.stdout}`.trimEnd().split('\n');
      expect([names.length, new Set(names).size, rest.next_page_cursor]).toEqual([30, 30, null]);
    });

    it('fails for what is not there, and goes on [T8]', async () => {
      expect((await run('ls', { path: 'nowhere' })).call).toMatchObject({ status: 'failed', error_type: 'tool_exec' });
    });
  });

  describe('find', () => {
    it('finds by pattern, to a depth, up to a limit [T1]', async () => {
      const found = async (params: object) =>
        (await run('find', { name_pattern: '*.ts', ...params })).result!.stdout.trimEnd().split('\n').sort();
      expect(await found({})).toEqual(['src/a.ts', 'src/deep/b.ts', 'src/deep/deeper/c.ts']);
      expect(await found({ path: 'src', max_depth: 1 })).toHaveLength(1);
      expect(await found({ limit: 2 })).toHaveLength(2);
      expect(await found({ name_pattern: '*.nothing' })).toEqual(['']);
    });
  });

  describe('grep', () => {
    it('finds a hit, or none [T1, T4]', async () => {
      const hit = (await run('grep', { pattern: 'needle', glob: '*.ts' })).result!;
      expect(hit.ok).toBe(true);
      expect(hit.stdout).toMatch(/src\/a\.ts.*needle = 1/);
      const none = (await run('grep', { pattern: 'no-such-thing-anywhere' })).result!;
      expect([none.ok, none.stdout]).toEqual([true, '']);
    });

    it('cuts a large output, and says so [T3]', async () => {
      const large = (await run('grep', { pattern: 'needle', path: 'many.txt' })).result!;
      expect(large.next_page_cursor).not.toBeNull();
      expect(large.stdout.length).toBeLessThan(60_000);
    });

    it('refuses what is no pattern [T8]', async () => {
      expect((await run('grep', { pattern: '(' })).call.status).toBe('failed');
    });
  });

  describe('read', () => {
    it('reads a file, or a piece of it [T1]', async () => {
      expect((await run('read', { path: 'README.md' })).result!.stdout).toBe('first line\nsecond line\nthird line\n');
      const piece = (await run('read', { path: 'README.md', offset: 11, limit_bytes: 12 })).result!;
      expect(piece).toMatchObject({ stdout: 'second line\n', truncated_bytes: true });
    });

    it('is refused outside [G1]', async () => {
      expect((await run('read', { path: '/etc/passwd' })).call).toMatchObject({
        status: 'rejected',
        outcome: { kind: 'denied_by_policy' },
      });
    });
  });

  describe('write', () => {
    it('makes, replaces and adds to a file, and reads back as it was written [T1, T5]', async () => {
      const made = await run('write', { path: 'note.txt', content: 'new\n' });
      expect([made.wasAsked, made.call.status, text('note.txt')]).toEqual([true, 'completed', 'new\n']);
      expect((await run('write', { path: 'note.txt', content: 'one\n' })).call.status).toBe('completed');
      expect(text('note.txt')).toBe('one\n');
      expect((await run('write', { path: 'note.txt', content: 'two\n', mode: 'append' })).call.status).toBe(
        'completed',
      );
      expect((await run('read', { path: 'note.txt' })).result!.stdout).toBe('one\ntwo\n');
    });
  });

  describe('edit', () => {
    it('replaces one place, or all of them, and nothing where there is no match [T1, T5]', async () => {
      writeFileSync(join(root, 'edit.txt'), 'a b a b a\n');
      const edit = (params: object) => run('edit', { path: 'edit.txt', ...params });
      expect((await edit({ find: 'a b a b', replace: 'c b a b' })).result).toMatchObject({
        ok: true,
        meta: { replacements: 1 },
      });
      expect((await edit({ find: 'a', replace: 'd', all: true })).result).toMatchObject({ meta: { replacements: 2 } });
      expect(text('edit.txt')).toBe('c b d b d\n');
      expect((await edit({ find: 'nowhere', replace: 'x' })).call.status).toBe('failed');
      expect((await edit({ find: 'b', replace: 'x' })).call.status).toBe('failed');
      expect(text('edit.txt')).toBe('c b d b d\n');
    });
  });

  describe('bash', () => {
    it('runs a script, in a folder where asked, and tells how it ended [T1, T6]', async () => {
      const { result } = await run('bash', { cmd: 'pwd; echo oops >&2; exit 3', workdir: 'src' });
      expect(result).toMatchObject({ ok: false, exit_code: 3, stdout: `${join(root, 'src')}\n`, stderr: 'oops\n' });
    });

    it('is stopped at its timeout, and what it printed until then is kept [T3, T8]', async () => {
      const { call, result } = await run('bash', { cmd: 'echo begun; sleep 60', timeout_seconds: 1 });
      expect(call).toMatchObject({ status: 'failed', error_type: 'timeout' });
      expect(result!.stdout).toBe('begun\n');
    });

    it('is not run where it is denied [G4]', async () => {
      expect((await run('bash', { cmd: 'sudo id' })).call).toMatchObject({
        status: 'rejected',
        outcome: { kind: 'denied_by_policy' },
      });
    });
  });

  describe('the other family of names', () => {
    it('reads, writes and lists by the same implementation [T1]', async () => {
      writeFileSync(join(root, 'family.txt'), 'old');
      expect((await run('write_file', { path: 'family.txt', content: 'new\n' })).call.status).toBe('completed');
      expect((await run('write_file', { path: 'family.txt', content: 'more\n', mode: 'append' })).call.status).toBe(
        'completed',
      );
      expect((await run('read_file', { path: 'family.txt' })).result!.stdout).toBe('new\nmore\n');
      expect((await run('list_directory', { path: '.', pattern: 'fam*' })).result!.stdout).toContain('family.txt');
    });

    it('runs a program with its arguments as they are, and no shell [T1, G3]', async () => {
      const { result } = await run('execute_command', { command: 'echo', args: ['$HOME', '*', ';', 'id'] });
      expect(result).toMatchObject({ ok: true, stdout: '$HOME * ; id\n' });
    });

    it('does not know a tool that is none [T2]', async () => {
      const { call } = await run('teleport', {});
      expect(call).toMatchObject({ status: 'failed', error_type: 'validation' });
    });
  });
});
