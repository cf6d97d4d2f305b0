import { chmodSync, linkSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, type TestWorkspace } from '../../test/open-workspace.ts';
import { sha256 } from './hash.ts';

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = openWorkspace();
});
afterEach(() => workspace.close());

describe('writing a file', () => {
  it.each([
    ['write', 'overwrite'],
    ['write_file', 'write'],
  ])('%s replaces it whole, keeps its mode and says how much was written [T1, T5]', async (tool, mode) => {
    workspace.put('a.sh', 'old and longer');
    chmodSync(join(workspace.root, 'a.sh'), 0o741);
    const result = await workspace.run(tool, { path: 'a.sh', content: 'grün', mode });
    expect(result).toMatchObject({
      ok: true,
      stdout: 'Wrote 5 bytes to a.sh.\n',
      meta: { path: 'a.sh', size: 5, bytes_written: 5, undo: false },
    });
    expect(workspace.text('a.sh')).toBe('grün');
    expect(statSync(join(workspace.root, 'a.sh')).mode & 0o777).toBe(0o741);
    expect(readdirSync(workspace.root)).toEqual(['a.sh']);
  });

  it.each(['write', 'write_file'])('%s adds to the end, in the encoding that the file has [T1, T5]', async (tool) => {
    const append = async (path: string, content: string) =>
      await workspace.run(tool, { path, content, mode: 'append' });
    workspace.put('a.txt', 'one\n');
    expect((await append('a.txt', 'two\n')).stdout).toBe('Added 4 bytes to a.txt, which has 8 now.\n');
    expect(workspace.text('a.txt')).toBe('one\ntwo\n');
    workspace.put('wide.txt', Buffer.from('\ufeffa', 'utf16le'));
    await append('wide.txt', 'ü');
    expect(workspace.bytes('wide.txt').toString('utf16le')).toBe('\ufeffaü');
    workspace.put('latin.txt', Buffer.from('\xe9', 'latin1'));
    await append('latin.txt', 'è');
    expect(workspace.bytes('latin.txt').toString('latin1')).toBe('éè');
    await expect(append('latin.txt', '€')).rejects.toMatchObject({ failureClass: 'validation' });
    await append('new.txt', 'x');
    expect(workspace.text('new.txt')).toBe('x');
  });

  it('makes the folders that are missing, inside, and names them [T5]', async () => {
    const result = await workspace.run('write', { path: 'a/b/c.txt', content: 'x' });
    expect(result.meta).toMatchObject({ created_folders: ['a', 'a/b'] });
    expect(workspace.text('a/b/c.txt')).toBe('x');
    symlinkSync('not-yet', join(workspace.root, 'inside'));
    await workspace.run('write', { path: 'inside/d.txt', content: 'y' });
    expect(workspace.text('not-yet/d.txt')).toBe('y');
  });

  it.each(['new/../a.txt', 'new/x/../../a.txt', 'new/', 'new/.', '..', '../outside/new/a.txt', 'out/new/a.txt'])(
    'refuses %s and makes nothing for it [G1]',
    async (path) => {
      symlinkSync(workspace.outside, join(workspace.root, 'out'));
      await expect(workspace.run('write', { path, content: 'x' })).rejects.toThrow();
      expect(readdirSync(workspace.root)).toEqual(['out']);
      expect(readdirSync(workspace.outside)).toEqual([]);
    },
  );

  it('refuses what is too large, before anything is changed [G1]', async () => {
    workspace.put('a.txt', 'old');
    const limits = { fileBytesMax: 4 };
    await expect(workspace.run('write', { path: 'a.txt', content: '12345' }, { limits })).rejects.toThrow(
      /are the most/,
    );
    await expect(workspace.run('write', { path: 'n/a.txt', content: '12345' }, { limits })).rejects.toThrow(
      /are the most/,
    );
    await expect(
      workspace.run('write', { path: 'a.txt', content: '12', mode: 'append' }, { limits }),
    ).rejects.toMatchObject({ failureClass: 'validation' });
    expect(workspace.text('a.txt')).toBe('old');
    expect(readdirSync(workspace.root)).toEqual(['a.txt']);
  });

  it('refuses a file that has a second name, and leaves it as it is [G1]', async () => {
    writeFileSync(join(workspace.outside, 'a'), 'outside');
    linkSync(join(workspace.outside, 'a'), join(workspace.root, 'a'));
    mkdirSync(join(workspace.root, 'node_modules/x'), { recursive: true });
    linkSync(join(workspace.outside, 'a'), join(workspace.root, 'node_modules/x/a'));
    for (const path of ['a', 'node_modules/x/a'])
      await expect(workspace.run('write', { path, content: 'x' })).rejects.toMatchObject({ failureClass: 'policy' });
    await expect(workspace.run('edit', { path: 'a', find: 'o', replace: 'x' })).rejects.toThrow(/second name/);
    await expect(workspace.run('read', { path: 'a' })).rejects.toThrow(/second name/);
    expect(await workspace.run('read', { path: 'node_modules/x/a' })).toMatchObject({ stdout: 'outside' });
  });
});

describe('editing a file', () => {
  const edit = async (find: string, replace: string, all = false) =>
    await workspace.run('edit', { path: 'a.txt', find, replace, all });

  it('replaces the one place, or all of them, and says how many [T1, T5]', async () => {
    workspace.put('a.txt', 'one two two');
    expect(await edit('one', 'ONE')).toMatchObject({
      stdout: 'Replaced 1 place in a.txt.\n',
      meta: { replacements: 1, size: 11 },
    });
    expect((await edit('two', '$&', true)).meta).toMatchObject({ replacements: 2 });
    expect(workspace.text('a.txt')).toBe('ONE $& $&');
  });

  it.each([
    [
      'three',
      'The text to replace is not in "a.txt". Nothing was changed. Read the file and give the text exactly as it stands there.',
    ],
    [
      'two',
      'The text to replace stands 2 times in "a.txt". Nothing was changed. Give more of the lines around it, or set all.',
    ],
  ])('changes nothing where "%s" is not there just once [T5]', async (find, message) => {
    workspace.put('a.txt', 'one two two');
    const before = statSync(join(workspace.root, 'a.txt'));
    await expect(edit(find, 'x')).rejects.toMatchObject({ failureClass: 'tool_exec', message });
    expect(statSync(join(workspace.root, 'a.txt'))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });

  it('keeps encoding, mark and line ends [T5]', async () => {
    workspace.put('a.txt', '\ufeffone\r\ntwo\r\nthree\r\n');
    await edit('one\ntwo\n', '1\n2\n3\n');
    expect(workspace.text('a.txt')).toBe('\ufeff1\r\n2\r\n3\r\nthree\r\n');
    workspace.put('a.txt', 'one\r\ntwo\nthree\r\n');
    await edit('two', '2\n2');
    expect(workspace.text('a.txt')).toBe('one\r\n2\n2\nthree\r\n');
    for (const swap of [false, true]) {
      const bytes = Buffer.from('\ufeffaü\r\nb', 'utf16le');
      workspace.put('a.txt', swap ? bytes.swap16() : bytes);
      await edit('ü', 'öö');
      const after = workspace.bytes('a.txt');
      expect((swap ? after.swap16() : after).toString('utf16le')).toBe('\ufeffaöö\r\nb');
    }
  });

  it('replaces what a text says it would, whatever the text is', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ab', '\n', '\r\n', 'é', '😀', '$&'), maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        text,
        text.filter((find) => find !== '' && !find.includes('\n')),
        text.filter((replace) => !replace.includes('\n')),
        async (content, find, replace) => {
          workspace.put('a.txt', content);
          const expected = content.replaceAll(find, () => replace);
          if (!content.includes(find)) {
            await expect(edit(find, replace, true)).rejects.toThrow(/is not in/);
            return;
          }
          await edit(find, replace, true);
          expect(workspace.text('a.txt')).toBe(expected);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('says of what is missing, binary or no file that it cannot be edited [T8]', async () => {
    await expect(edit('a', 'b')).rejects.toThrow('"a.txt" does not exist. Use write to make it.');
    await expect(workspace.run('edit', { path: 'no/a.txt', find: 'a', replace: 'b' })).rejects.toThrow(
      /does not exist/,
    );
    workspace.put('a.txt', 'a\0');
    await expect(edit('a', 'b')).rejects.toThrow(/binary/);
    expect(readdirSync(workspace.root)).toEqual(['a.txt']);
  });
});

describe('files as they were shown', () => {
  const shown = (path: string, content: string | null) => ({
    path,
    sha256: content === null ? null : sha256(Buffer.from(content)),
  });
  const write = async (path: string, ...expectedFiles: ReturnType<typeof shown>[]) =>
    await workspace.run('write', { path, content: 'new' }, { expectedFiles });

  it('are replaced where they are still the same, by whatever name [L7]', async () => {
    workspace.put('a.txt', 'old');
    symlinkSync('a.txt', join(workspace.root, 'alias'));
    await write('alias', shown('a.txt', 'old'));
    expect(workspace.text('a.txt')).toBe('new');
    await write('made/b.txt', shown('a.txt', 'new'));
    await write('c.txt', shown('c.txt', null));
    await write('new/d.txt', shown('new/d.txt', null));
  });

  it('stop the call where they are others by now, and nothing is changed [L7]', async () => {
    workspace.put('a.txt', 'changed');
    workspace.put('b.txt', 'b');
    for (const expected of [shown('a.txt', 'old'), shown('a.txt', null), shown('b.txt', 'x'), shown('missing', 'x')])
      await expect(write('a.txt', expected)).rejects.toMatchObject({
        failureClass: 'policy',
        message: `Changed since it was shown: "${expected.path}". Ask again.`,
      });
    const edit = workspace.run(
      'edit',
      { path: 'a.txt', find: 'c', replace: 'C' },
      { expectedFiles: [shown('a.txt', 'old')] },
    );
    await expect(edit).rejects.toMatchObject({ failureClass: 'policy' });
    await expect(write('new/d.txt', shown('a.txt', 'old'))).rejects.toMatchObject({ failureClass: 'policy' });
    expect(workspace.text('a.txt')).toBe('changed');
    expect(readdirSync(workspace.root)).toEqual(['a.txt', 'b.txt']);
  });
});
