import { createRedactor } from '@countersign/redaction';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MaskedBytes } from './masked-bytes.ts';

const secret = 'zq8-Kx2!vN7rT5wB';

async function masked(chunks: readonly Uint8Array[]): Promise<Buffer> {
  const bytes = new MaskedBytes(createRedactor([secret]));
  const written: Uint8Array[] = [];
  for (const chunk of chunks) for await (const piece of bytes.write(chunk)) written.push(piece);
  return Buffer.concat([...written, bytes.end()]);
}

describe('a large answer of a service', () => {
  it('has its secrets masked, wherever it is cut [G8]', async () => {
    const text = Buffer.from(`{"é": "${'x'.repeat(200)} ${secret} 😀"}`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 6 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
        const chunks = places.slice(1).map((place, index) => text.subarray(places[index], place));
        const kept = (await masked(chunks.filter(({ length }) => length > 0))).toString('utf8');
        expect(kept).toBe(text.toString('utf8').replace(secret, '***REDACTED***'));
      }),
    );
  });

  it('is kept as it is where it is no text', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255, 254]);
    expect(await masked([bytes, bytes])).toEqual(Buffer.concat([bytes, bytes]));
  });

  it('is masked piece by piece where it is long [G8]', async () => {
    const line = `${'y'.repeat(70_000)} ${secret}\n`;
    expect((await masked([Buffer.from(line.repeat(3))])).toString()).not.toContain(secret);
  });
});
