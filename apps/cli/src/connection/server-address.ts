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

/**
 * Where the server is: as configured, else where the one running from this data folder says it is, else the default.
 * Only the server that this user's own process serves counts as own: on a shared machine anybody may listen on a port
 * that is free, also on one that a killed server has left behind.
 */
export function serverAddress(config: Config, terminal: Pick<Terminal, 'readFile' | 'isRunning'>): ServerAddress {
  const running = runningAddress(join(config.dataDir, 'server.json'), terminal);
  const url = config.server ?? running ?? addressDefault;
  return { url, isOwn: running !== null && isSamePlace(url, running) };
}

/** `localhost` and `127.0.0.1` are one place, by the same port. */
function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  if (a.origin === b.origin) return true;
  return a.port === b.port && a.protocol === b.protocol && isLoopbackHost(a.hostname) && isLoopbackHost(b.hostname);
}

/** The address that a server which is still running left in its data folder; null where there is none. */
function runningAddress(
  path: string,
  { readFile, isRunning }: Pick<Terminal, 'readFile' | 'isRunning'>,
): string | null {
  let text: string;
  try {
    text = readFile(path);
  } catch {
    return null;
  }
  const left = addressIn(text);
  if (left === null) throw new UsageError(`${path} does not say where the server is: remove it, or use --server`);
  return isRunning(left.pid) ? left.address : null;
}

function addressIn(text: string): { readonly address: string; readonly pid: number } | null {
  try {
    const { address, pid } = JSON.parse(text) as { address?: unknown; pid?: unknown };
    if (typeof address !== 'string' || typeof pid !== 'number') return null;
    const { protocol, origin } = new URL(address);
    return protocol === 'http:' || protocol === 'https:' ? { address: origin, pid } : null;
  } catch {
    return null;
  }
}
