import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('./under-attack.ts', import.meta.url));

describe('a service that answers with gigabytes', () => {
  it('takes no more memory than any other [U5]', { timeout: 120_000 }, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    const { codes, megabytesMax } = JSON.parse(stdout) as { codes: string[]; megabytesMax: number };
    const ways = ['/endless', '/byte-by-byte', '/gzip', '/zstd', '/twice'];
    // Twice each: without a file to put it in, and with one. Two megabytes in single bytes fit into a file.
    expect(codes.filter((code) => code !== '/byte-by-byte answered')).toEqual(
      ways.flatMap((way) => Array(way === '/byte-by-byte' ? 1 : 2).fill(`${way} response_too_large`)),
    );
    expect(codes).toContain('/byte-by-byte answered');
    // A process that does nothing at all takes about a quarter of this; one answer in memory would take it four times.
    expect(megabytesMax).toBeLessThan(400);
  });
});
