import { join } from 'node:path';
import { type Config, isLoopbackHost } from '@countersign/config';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const addressDefault = 'http://127.0.0.1:7717';

export type ServerAddress = {
  readonly url: string;
  /** Whether the credential that the server on this machine wrote for its owner may go there. */
  readonly isOwn: boolean;
};

/** Where the server is: as configured, else where the one running on this machine says it is, else the default. */
export function serverAddress(config: Config, terminal: Pick<Terminal, 'readFile'>): ServerAddress {
  const running = runningAddress(join(config.dataDir, 'server.json'), terminal);
  const url = config.server ?? running ?? addressDefault;
  return { url, isOwn: url === running || isLoopbackHost(new URL(url).hostname) };
}

/** The address a running server left in its data folder; null where there is none. */
function runningAddress(path: string, { readFile }: Pick<Terminal, 'readFile'>): string | null {
  let text: string;
  try {
    text = readFile(path);
  } catch {
    return null;
  }
  const address = addressIn(text);
  if (address === null) throw new UsageError(`${path} does not say where the server is: remove it, or use --server`);
  return address;
}

function addressIn(text: string): string | null {
  try {
    const { address } = JSON.parse(text) as { address?: unknown };
    if (typeof address !== 'string') return null;
    const { protocol, origin } = new URL(address);
    return protocol === 'http:' || protocol === 'https:' ? origin : null;
  } catch {
    return null;
  }
}
