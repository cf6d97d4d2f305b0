import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '@countersign/config';
import { sealingKeyBytes } from '@countersign/store';
import { readOrCreateOwnerFile } from './owner-file.ts';

/**
 * The key that real arguments are sealed with in the database: the one of the configuration, else the one of a file
 * beside the data, made at the first start.
 */
export function sealingKey({ sealingKey: given, dataDir }: Pick<Config, 'sealingKey' | 'dataDir'>): Buffer {
  if (given !== null) return Buffer.from(given, 'base64');
  const path = join(dataDir, 'sealing-key');
  const text = readOrCreateOwnerFile(path, () => `${randomBytes(sealingKeyBytes).toString('base64')}\n`).trim();
  const key = Buffer.from(text, 'base64');
  if (key.length !== sealingKeyBytes || key.toString('base64') !== text) {
    throw new Error(
      `${path} holds no key: it must be the base64 of ${sealingKeyBytes} bytes. Put the right one back from a backup; ` +
        'if there is none, remove the file: calls that are open and hold secrets then cannot run any more.',
    );
  }
  return key;
}
