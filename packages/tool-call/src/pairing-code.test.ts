import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyFingerprint, newPairingCode, parsePairingCode } from './index.ts';

function newKey(): string {
  return generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

const key = newKey();

describe('a pairing code', () => {
  it('carries its secret and the fingerprint of the key, in groups that can be read out [L7]', () => {
    const { code, secret, fingerprint } = newPairingCode(key);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{6}-){6}[0-9A-HJKMNP-TV-Z]{6}$/);
    expect(parsePairingCode(code)).toEqual({ secret, fingerprint });
    expect(secret).toMatch(/^[0-9a-f]{32}$/);
    expect(fingerprint).toBe(keyFingerprint(key));
  });

  it('is read whatever people do to it on the way [L7]', () => {
    const { code, secret } = newPairingCode(key);
    const typed = [code.toLowerCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')}\n`];
    for (const each of [...typed, code.replaceAll('0', 'o').replaceAll('1', 'l')])
      expect(parsePairingCode(each)?.secret).toBe(secret);
  });

  it('is another each time [L7]', () => {
    expect(new Set(Array.from({ length: 50 }, () => newPairingCode(key).secret)).size).toBe(50);
  });

  it('is no code with a letter more, a letter less or a letter that there is not [L7]', () => {
    const { code } = newPairingCode(key);
    for (const each of ['', code.slice(1), `${code}0`, `U${code.slice(1)}`, `${code.slice(0, -1)}Z`, 'cs_pairing_x'])
      expect(parsePairingCode(each), each).toBeNull();
  });

  it('takes any text without a fault [L7]', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (text) => {
        expect(() => parsePairingCode(text)).not.toThrow();
      }),
    );
  });
});

describe('the fingerprint of a key', () => {
  it('is 80 bits, the same for the same key and another for another [L7]', () => {
    expect(keyFingerprint(key)).toMatch(/^[0-9a-f]{20}$/);
    expect(keyFingerprint(key.replaceAll('\n', '\r\n'))).toBe(keyFingerprint(key));
    expect(keyFingerprint(newKey())).not.toBe(keyFingerprint(key));
  });
});
