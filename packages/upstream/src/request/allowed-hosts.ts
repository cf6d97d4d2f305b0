/** Whether an address made from arguments may be gone to: `host`, `host:port` or `*.suffix`, never a part of a name. */
export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  return allowed.some((pattern) => matches(url, pattern.toLowerCase()));
}

function matches({ hostname, port, protocol }: URL, pattern: string): boolean {
  const [, named, namedPort] = /^(.*?)(?::(\d{1,5}))?$/.exec(pattern)!;
  // Only port 443 goes without saying: whoever gives an address must not choose that it is sent in the clear.
  const given = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  if (given !== (namedPort ?? '443') || (namedPort === undefined && protocol !== 'https:')) return false;
  if (!named!.startsWith('*.')) return hostname === named;
  const suffix = named!.slice(1);
  return suffix.length > 2 && hostname.length > suffix.length && hostname.endsWith(suffix) && !isAddress(hostname);
}

/** Numbers and colons have no suffix that belongs to somebody. */
function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host);
}
