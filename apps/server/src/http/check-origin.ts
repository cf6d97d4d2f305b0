import { CountersignError } from '@countersign/contract';
import type { HostRules } from '../server-context.ts';

/**
 * A page of another site can reach a server on loopback. It cannot choose the Host header it sends (rebinding shows
 * as a foreign name) nor its Origin. Both are checked on everything: REST, SSE and WebSocket.
 */
export function checkOrigin(
  headers: { readonly host?: string | undefined; readonly origin?: string | undefined },
  rules: HostRules,
): void {
  const { host, origin } = headers;
  const name = hostName(host);
  if (name === null || !rules.names.has(name)) {
    throw new CountersignError(
      'host_refused',
      'Use the address the server was started with, or set COUNTERSIGN_ALLOWED_HOSTS.',
    );
  }
  if (origin === undefined) return;
  if (origin === `http://${host}` || origin === `https://${host}` || rules.origins.has(origin)) return;
  throw new CountersignError('origin_refused', 'Open the page from this server, or set COUNTERSIGN_ALLOWED_ORIGINS.');
}

function hostName(host: string | undefined): string | null {
  if (!host || /[\s/@\\]/.test(host)) return null;
  const match = /^(\[[0-9a-f:.]+\]|[^:]+)(?::\d{1,5})?$/i.exec(host);
  return match?.[1]?.toLowerCase().replace(/\.$/, '') ?? null;
}
