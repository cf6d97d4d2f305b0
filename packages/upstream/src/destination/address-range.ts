import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What kind of address this is, as far as it matters for who may be reached. */
export type AddressRange = 'public' | 'private' | 'metadata' | 'refused';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Where clouds answer questions about a machine, its keys among them; some are outside of every private range. */
const metadata = [
  ...['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'],
  ...['fd00:ec2::/32', 'fd20:ce::/32', 'fe80::/10'],
].map((range) => ipaddr.parseCIDR(range));

/** Ranges that belong to someone's own network, or to the machine itself. */
const privateRanges: ReadonlySet<string> = new Set(['private', 'loopback', 'carrierGradeNat', 'uniqueLocal']);

/** Of an address as sockets take it; anything else is refused, also what some programs would read as one. */
export function addressRange(text: string): AddressRange {
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (isIP(bare) === 0) return 'refused';
  const address = ipaddr.parse(bare);
  const inner = embeddedAddress(address);
  if (inner === null) return rangeOf(address);
  return inner === 'unknown' ? 'refused' : rangeOf(inner);
}

function rangeOf(address: Address): AddressRange {
  if (metadata.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits)))
    return 'metadata';
  const range = address.range();
  if (range === 'unicast') return isRouted(address) ? 'public' : 'refused';
  return privateRanges.has(range) ? 'private' : 'refused';
}

/** IPv6 hands out addresses of the world from 2000::/3 alone. */
function isRouted(address: Address): boolean {
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(ipaddr.IPv6.parse('2000::'), 3);
}

/** Ways to write an IPv4 address as IPv6: it is the last 32 bits. */
const carriers = ['::ffff:0:0', '::ffff:0:0:0', '::', '64:ff9b::'].map((network) => ipaddr.IPv6.parse(network));

/** Tunnels and translations of one's own: where they lead nobody here knows. */
const tunnels = (
  [
    ['64:ff9b:1::', 48],
    ['2002::', 16],
    ['2001::', 32],
    ['fec0::', 10],
  ] as const
).map(([network, bits]) => [ipaddr.IPv6.parse(network), bits] as const);

/** The IPv4 address that an IPv6 address stands for; null where it stands for itself. */
function embeddedAddress(address: Address): Address | 'unknown' | null {
  if (address.kind() === 'ipv4') return null;
  const given = address as ipaddr.IPv6;
  if (given.match(ipaddr.IPv6.parse('::'), 127)) return null;
  if (carriers.some((network) => given.match(network, 96))) return ipaddr.fromByteArray(given.toByteArray().slice(12));
  return tunnels.some(([network, bits]) => given.match(network, bits)) ? 'unknown' : null;
}
