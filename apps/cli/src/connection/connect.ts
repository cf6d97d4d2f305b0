import { join } from 'node:path';
import { type Client, createClient } from '@countersign/client';
import type { Config } from '@countersign/config';
import type { Terminal } from '../terminal.ts';
import { type ServerAddress, serverAddress } from './server-address.ts';

/**
 * A client for the configured server, with the credential that may be sent there. Without one it asks all the same: whether
 * nobody listens or a credential is missing are two different things to be told.
 */
export function connect(config: Config, terminal: Pick<Terminal, 'readFile' | 'isRunning'>): Client {
  const address = serverAddress(config, terminal);
  return createClient({ url: address.url, token: config.token ?? ownToken(config, address, terminal) });
}

/**
 * The credential that the first start left for whoever owns the data folder. It is an administrator's, so that it only
 * ever goes to the server that runs from the same folder, never to an address that a flag or a variable named.
 */
function ownToken(config: Config, address: ServerAddress, { readFile }: Pick<Terminal, 'readFile'>): string | null {
  if (!address.isOwn) return null;
  try {
    return readFile(join(config.dataDir, 'token')).trim() || null;
  } catch {
    return null;
  }
}
