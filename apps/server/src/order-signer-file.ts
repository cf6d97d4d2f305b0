import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  if (!existsSync(path)) create(path);
  return createPrivateKey(readFileSync(path));
}

/** Whole or not at all, whenever the process is killed; and one of two starting replicas makes the key for both. */
function create(path: string): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
