/** Whether an address made from arguments may be gone to: `host`, `host:port` or `*.suffix`, never a part of a name. */
export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  return allowed.some((pattern) => matches(url, pattern.toLowerCase()));
}

function matches({ hostname, port, protocol }: URL, pattern: string): boolean {
  const [, named, namedPort] = /^(.*?)(?::(\d{1,5}))?$/.exec(pattern)!;
  // Only port 443 goes without saying: whoever gives an address must not choose that it is sent in the clear.
  const given = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  if (given !== (namedPort ?? '443') || (namedPort === undefined && protocol !== 'https:')) return false;
  const host = withoutDot(hostname);
  const name = withoutDot(named!);
  if (!name.startsWith('*.')) return host === name;
  const suffix = name.slice(1);
  return suffix.length > 2 && host.length > suffix.length && host.endsWith(suffix) && !isAddress(host);
}

function withoutDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

/** Numbers and colons have no suffix that belongs to somebody. */
function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host);
}
