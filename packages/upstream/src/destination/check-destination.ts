import { isIP } from 'node:net';
import { UpstreamFailure } from '../upstream-failure.ts';
import { addressRange } from './address-range.ts';

/** U5: what a source's settings let its requests reach. */
export type DestinationRules = { readonly allowPrivate: boolean };

/** Why an address may not be reached; null where it may. */
export function refusalOfAddress(address: string, { allowPrivate }: DestinationRules): string | null {
  switch (addressRange(address)) {
    case 'public':
      return null;
    case 'private':
      return allowPrivate ? null : 'is private or loopback; set allow_private for the source where that is meant';
    case 'metadata':
      return 'is link-local or belongs to cloud metadata, which no source may reach';
    case 'refused':
      return 'is no address of a service';
  }
}

/** U5: what can be said about an address before its name is looked up. Throws where it is refused. */
export function checkDestination(url: URL, rules: DestinationRules): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('Only http and https can be reached.');
  if (url.username !== '' || url.password !== '') throw refused('The address holds credentials.');
  if (url.port === '0') throw refused('The address has port 0.');
  const host = url.hostname.replace(/\.+$/, '').toLowerCase();
  if (metadataNames.has(host)) throw refused(`${host} belongs to cloud metadata, which no source may reach.`);
  const literal = host.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) checkAddress(literal, rules);
  else if (isLocalName(host) && !rules.allowPrivate)
    throw refused(`${host} is this machine; set allow_private for the source where that is meant.`);
}

/** An address that a name stands for, or that was given itself. */
export function checkAddress(address: string, rules: DestinationRules): void {
  const reason = refusalOfAddress(address, rules);
  if (reason !== null) throw refused(`The address ${address} ${reason}.`);
}

const metadataNames: ReadonlySet<string> = new Set([
  ...['metadata', 'metadata.google.internal', 'instance-data', 'instance-data.ec2.internal', 'metadata.azure.internal'],
  ...['metadata.platformequinix.com', 'metadata.tencentyun.com'],
]);

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === 'localhost.localdomain';
}

function refused(message: string): UpstreamFailure {
  return new UpstreamFailure('destination_refused', message);
}
