import { newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import * as packed from '../src/rows/packed-text.ts';

describe('packed text', () => {
  it.each([newId(), 'system', '', 'x'.repeat(15), 'x'.repeat(16), 'x'.repeat(36), 'ÄÖ😀'])(
    'gives back the id "%s"',
    (id) => {
      expect(packed.unpackId(packed.packId(id))).toBe(id);
    },
  );

  it.each(['0af'.padEnd(64, '9'), 'h', 'x'.repeat(31), 'x'.repeat(32), 'A'.repeat(64)])(
    'gives back the digest "%s"',
    (digest) => {
      expect(packed.unpackDigest(packed.packDigest(digest))).toBe(digest);
    },
  );

  it.each(['p0roownIQdYKjzuAg_eZqw', 'nonce', 'n'.repeat(22), 'x'.repeat(15)])('gives back the nonce "%s"', (nonce) => {
    expect(packed.unpackNonce(packed.packNonce(nonce))).toBe(nonce);
  });

  it('takes 16 bytes for a UUID and 32 for a digest', () => {
    expect(packed.packId(newId())).toHaveLength(16);
    expect(packed.packDigest('a'.repeat(64))).toHaveLength(32);
  });
});
