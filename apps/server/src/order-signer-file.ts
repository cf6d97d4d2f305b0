import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OrderSigner } from '@countersign/control-plane';

/** The server's own Ed25519 key: made at the first start, kept in the data folder for its owner's eyes only. */
export function orderSignerFile(dataDir: string): OrderSigner {
  const privateKey = readOrCreate(join(dataDir, 'server-key.pem'));
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  const keyId = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
  return {
    key: { key_id: keyId, algorithm: 'Ed25519', public_key: publicKey },
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}

function readOrCreate(path: string): KeyObject {
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    // `wx` lets one of two starting replicas make the key; the other reads it.
    writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    return privateKey;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return createPrivateKey(readFileSync(path));
  }
}
