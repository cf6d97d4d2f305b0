import { createPublicKey, hash, randomBytes } from 'node:crypto';

/** No letters that are read as digits, and no U: what is read out by telephone is still the same code. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const secretBytes = 16;
const fingerprintBytes = 10;
const codeBytes = secretBytes + fingerprintBytes;
const codeLength = Math.ceil((codeBytes * 8) / 5);
const groupLength = 6;

export type PairingCode = {
  /** What is spent: 128 random bits, hex. */
  readonly secret: string;
  /** Of the key that the server signs with, hex: by it a runner knows that the key it is given is the right one. */
  readonly fingerprint: string;
};

/** A code that a person carries from the server to a new runner, with what the server keeps of it. */
export function newPairingCode(publicKeyPem: string): PairingCode & { readonly code: string } {
  const secret = randomBytes(secretBytes);
  const fingerprint = keyFingerprint(publicKeyPem);
  const text = encode(Buffer.concat([secret, Buffer.from(fingerprint, 'hex')]));
  const code = text.match(new RegExp(`.{1,${groupLength}}`, 'g'))!.join('-');
  return { code, secret: secret.toString('hex'), fingerprint };
}

/** Null for what is no code, or has a typing error that can be told. Case, blanks and hyphens do not matter. */
export function parsePairingCode(code: string): PairingCode | null {
  const text = code.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const bytes = text.length === codeLength ? decode(text) : null;
  if (!bytes) return null;
  return {
    secret: bytes.toString('hex', 0, secretBytes),
    fingerprint: bytes.toString('hex', secretBytes),
  };
}

/** The first 80 bits of the SHA-256 of the key itself (its SPKI), hex, however the PEM around it is written. */
export function keyFingerprint(publicKeyPem: string): string {
  const spki = createPublicKey(publicKeyPem).export({ type: 'spki', format: 'der' });
  return hash('sha256', spki, 'hex').slice(0, fingerprintBytes * 2);
}

function encode(bytes: Buffer): string {
  let bits = BigInt(`0x${bytes.toString('hex')}`) << BigInt(codeLength * 5 - bytes.length * 8);
  let text = '';
  for (let index = 0; index < codeLength; index += 1) {
    text = alphabet[Number(bits & 31n)]! + text;
    bits >>= 5n;
  }
  return text;
}

function decode(text: string): Buffer | null {
  let bits = 0n;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return null;
    bits = (bits << 5n) | BigInt(value);
  }
  const padding = BigInt(codeLength * 5 - codeBytes * 8);
  if ((bits & ((1n << padding) - 1n)) !== 0n) return null;
  return Buffer.from((bits >> padding).toString(16).padStart(codeBytes * 2, '0'), 'hex');
}
