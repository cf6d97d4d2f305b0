import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';
import type { OrderSigner } from '@countersign/control-plane';
import { readOrCreateOwnerFile } from './owner-file.ts';

/** The server's own Ed25519 key: made at the first start, kept in the data folder for its owner's eyes only. */
export function orderSignerFile(dataDir: string): OrderSigner {
  const privateKey = createPrivateKey(readOrCreateOwnerFile(join(dataDir, 'server-key.pem'), newKey));
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  const keyId = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
  return {
    key: { key_id: keyId, algorithm: 'Ed25519', public_key: publicKey },
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
