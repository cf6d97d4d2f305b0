import { isAllowedHost } from './allowed-hosts.ts';
import { requestLimits } from './limits.ts';
import { refusedDestination, refusedValue } from './refused-value.ts';
import type { WrittenUrl } from './url-writer.ts';

/** Hosts that values may name: each list that is given has to have it. */
export type HostLists = readonly (readonly string[])[];

/** A name and a value of the query, both encoded. */
export type QueryPair = readonly [name: string, value: string | null];

/**
 * The address that is sent. It is read again as everyone will read it, and refused where that is not what was written:
 * another host, another path, another query.
 */
export function renderUrl(written: WrittenUrl, added: readonly QueryPair[], hosts: HostLists): string {
  const path = written.path === '' ? '/' : written.path;
  const query = [...written.query, ...added].map(([name, value]) => (value === null ? name : `${name}=${value}`));
  const search = query.length === 0 ? '' : `?${query.join('&')}`;
  const url = URL.parse(`${written.scheme}://${written.authority}${path}${search}`);
  if (url === null) throw refusedDestination('The address has no host that can be read.');
  checkHost(url, written, hosts);
  if (url.pathname !== path || url.search !== (search === '?' ? '' : search) || url.hash !== '')
    throw refusedValue('The address would be read as another one than the template and its values say.');
  if (url.href.length > requestLimits.urlLengthMax)
    throw refusedValue(`The address has more than ${requestLimits.urlLengthMax} characters.`);
  return url.href;
}

function checkHost(url: URL, { authority, isHostGiven, scheme }: WrittenUrl, hosts: HostLists): void {
  if (url.username !== '' || url.password !== '') throw refusedDestination('The address holds credentials.');
  if (!isHostGiven) return;
  const meant = authority.toLowerCase();
  const defaultPort = scheme === 'https' ? ':443' : ':80';
  if (url.host !== meant && `${url.host}${defaultPort}` !== meant)
    throw refusedDestination('The given host would be read as another one.');
  if (hosts.length === 0 || !hosts.every((allowed) => isAllowedHost(url, allowed)))
    throw refusedDestination(`The host ${url.host} is not one of allowed_hosts.`);
}
