import { join } from 'node:path';
import type { Terminal } from '../terminal.ts';
import type { Ready } from './server-process.ts';

/**
 * The port that a server has taken. `address` may be that of a proxy in front of it; the file it leaves for commands on
 * this machine says where it listens itself.
 */
export function listeningPort(ready: Ready, { readFile }: Pick<Terminal, 'readFile'>): string | null {
  if (ready.address === null) return null;
  try {
    const { address } = JSON.parse(readFile(join(ready.data_dir, 'server.json'))) as { address: string };
    return new URL(address).port;
  } catch {
    return new URL(ready.address).port;
  }
}
