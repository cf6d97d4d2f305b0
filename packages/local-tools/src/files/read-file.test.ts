import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, type TestWorkspace } from '../../test/open-workspace.ts';

describe('reading a file', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = openWorkspace();
  });
  afterEach(() => workspace.close());

  it.each(['read', 'read_file'])('%s gives its text, its size and its encoding [T1, T3]', async (tool) => {
    workspace.put('a.txt', 'grün\n');
    expect(await workspace.run(tool, { path: 'a.txt' })).toEqual({
      ok: true,
      exit_code: 0,
      stdout: 'grün\n',
      stderr: '',
      truncated_lines: false,
      truncated_bytes: false,
      next_page_cursor: null,
      meta: { path: 'a.txt', size: 6, encoding: 'utf-8', has_byte_order_mark: false, offset: 0 },
    });
  });

  it('begins at the byte that is asked for, or at the character that it is in [T3]', async () => {
    workspace.put('a.txt', 'aüb');
    const from = async (offset: number) => (await workspace.run('read', { path: 'a.txt', offset })).stdout;
    expect(await Promise.all([0, 1, 2, 3, 4, 99].map(from))).toEqual(['aüb', 'üb', 'üb', 'b', '', '']);
  });

  it('gives a character that is longer than the page, so that pages end [T3]', async () => {
    workspace.put('a.txt', '😀é');
    const pages = await workspace.pages('read', { path: 'a.txt', limit_bytes: 1 });
    expect(pages.map(({ stdout }) => stdout)).toEqual(['😀', 'é']);
  });

  it('ends a page after 2000 lines, or 50 KB, and says which [T3]', async () => {
    workspace.put('lines.txt', 'x\n'.repeat(2001));
    const [first, second] = await workspace.pages('read_file', { path: 'lines.txt' });
    expect(first).toMatchObject({ truncated_lines: true, truncated_bytes: false, stdout: 'x\n'.repeat(2000) });
    expect(second).toMatchObject({ truncated_lines: false, truncated_bytes: false, stdout: 'x\n' });
    workspace.put('bytes.txt', 'x'.repeat(51_201));
    const [head] = await workspace.pages('read_file', { path: 'bytes.txt' });
    expect(head).toMatchObject({ truncated_lines: false, truncated_bytes: true, stdout: 'x'.repeat(51_200) });
  });

  const writers = {
    'utf-8': (text: string) => Buffer.from(text),
    'utf-8 with mark': (text: string) => Buffer.from(`\ufeff${text}`),
    'utf-16le': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    'utf-16be': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  };
  it.each(Object.entries(writers))(
    'pages of %s join to the whole, and none splits a character [T3]',
    async (_, write) => {
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', 'é', '€', '😀', '\u0301', '漢'), maxLength: 60 }),
          fc.integer({ min: 1, max: 12 }),
          fc.integer({ min: 1, max: 4 }),
          async (text, limitBytes, outputLinesMax) => {
            workspace.put('a.txt', write(text));
            const args = { path: 'a.txt', limit_bytes: limitBytes };
            const pages = await workspace.pages('read', args, { limits: { outputLinesMax } });
            expect(pages.map(({ stdout }) => stdout).join('')).toBe(text);
            for (const { stdout } of pages) expect(stdout).not.toContain('\ufffd');
          },
        ),
        { numRuns: 150 },
      );
    },
  );

  it('reads any bytes without NUL to the end, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ min: 0xc0, minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        async (tail, limitBytes) => {
          // The beginning is plain, so that the rest is read as UTF-8 that it is not.
          workspace.put('a.txt', Buffer.concat([Buffer.from('a'.repeat(64)), tail]));
          const pages = await workspace.pages(
            'read',
            { path: 'a.txt', limit_bytes: limitBytes },
            { limits: { sampleBytes: 64 } },
          );
          expect(pages.map(({ stdout }) => stdout).join('')).toMatch(/^a{64}\ufffd+$/);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('takes for Latin-1 only what has no control characters [G2]', async () => {
    workspace.put('a.txt', Buffer.from('caf\xe9\r\n', 'latin1'));
    expect(await workspace.run('read', { path: 'a.txt' })).toMatchObject({
      stdout: 'café\r\n',
      meta: { encoding: 'latin1' },
    });
    workspace.put('b.txt', Buffer.from('caf\xe9\x01', 'latin1'));
    await expect(workspace.run('read', { path: 'b.txt' })).rejects.toThrow(/binary file/);
  });

  it('refuses binary files, also where the NUL comes late [G2]', async () => {
    workspace.put('a.bin', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]));
    await expect(workspace.run('read', { path: 'a.bin' })).rejects.toMatchObject({
      failureClass: 'tool_exec',
      message:
        '"a.bin" is a binary file, and only text, images and PDF can be read. Use a command that knows its format.',
    });
    workspace.put('late.txt', `${'a'.repeat(100)}\0`);
    await expect(workspace.run('read', { path: 'late.txt' }, { limits: { sampleBytes: 50 } })).rejects.toThrow(
      /binary/,
    );
  });

  it.each([
    ['image/png', '\x89PNG\r\n\x1a\n\0'],
    ['image/jpeg', '\xff\xd8\xff\xe0\0'],
    ['image/gif', 'GIF89a\0'],
    ['image/webp', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['image/avif', '\0\0\0\x20ftypavif'],
    ['image/bmp', 'BM\x36\0\0\0\0\0\0\0\x36'],
    ['application/pdf', '%PDF-1.7\n\xe2\xe3'],
  ])('gives %s whole as base64, whatever its name is [G2]', async (mediaType, start) => {
    const bytes = Buffer.from(start, 'latin1');
    workspace.put('picture.txt', bytes);
    expect(await workspace.run('read', { path: 'picture.txt', limit_bytes: 2 })).toMatchObject({
      stdout: bytes.toString('base64'),
      truncated_bytes: false,
      next_page_cursor: null,
      meta: { media_type: mediaType, encoding: 'base64', size: bytes.length },
    });
  });

  it('is not fooled by a text that begins like an image', async () => {
    workspace.put('a.txt', 'BMW is a car');
    expect(await workspace.run('read', { path: 'a.txt' })).toMatchObject({ stdout: 'BMW is a car' });
  });

  it('refuses media and files that are too large, with the limit in words [G1]', async () => {
    workspace.put('a.png', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]));
    await expect(workspace.run('read', { path: 'a.png' }, { limits: { mediaBytesMax: 50 } })).rejects.toMatchObject({
      failureClass: 'validation',
    });
    workspace.put('a.txt', 'x'.repeat(200));
    await expect(workspace.run('read', { path: 'a.txt' }, { limits: { fileBytesMax: 199 } })).rejects.toThrow(
      /are the most/,
    );
  });

  it.each([
    ['missing.txt', 'tool_exec', '"missing.txt" does not exist.'],
    ['.', 'tool_exec', '"." is a folder.'],
    ['../outside/x', 'policy', '"../outside/x" leads outside the workspace.'],
  ])('says of %s what is wrong [T8]', async (path, failureClass, message) => {
    await expect(workspace.run('read', { path })).rejects.toMatchObject({ failureClass, message });
  });

  it('refuses a cursor that it did not give [T3]', async () => {
    workspace.put('a.txt', 'a');
    for (const cursor of ['x', 'W10', 'WyJhIl0', 'Wy0xXQ'])
      await expect(workspace.run('read', { path: 'a.txt', cursor })).rejects.toMatchObject({
        failureClass: 'validation',
      });
  });
});
