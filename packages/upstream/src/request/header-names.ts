/** Names that decide how a request is read or where it goes. They are never taken from a template or an argument. */
const framing: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect', 'keep-alive'],
  ...['http2-settings', 'proxy-connection', 'alt-used'],
]);

/** Names that carry authority, or make a service see another request: an argument never sets them. */
const authority: ReadonlySet<string> = new Set([
  ...['authorization', 'www-authenticate', 'cookie', 'cookie2', 'set-cookie', 'forwarded', 'via', 'from', 'origin'],
  ...['referer', 'content-type', 'content-encoding', 'content-location', 'content-range', 'content-disposition'],
  ...['accept-encoding', 'traceparent', 'tracestate', 'baggage', 'remote-addr', 'remote-user', 'client-ip'],
  ...['x-http-method', 'x-http-method-override', 'x-method-override', 'x-method', 'x-host', 'x-rewrite-url'],
  ...['x-real-ip', 'x-client-ip', 'x-remote-ip', 'x-remote-addr', 'x-cluster-client-ip', 'true-client-ip'],
  ...['x-wap-profile', 'x-arbitrary', 'x-user', 'x-user-id', 'x-username', 'x-user-email', 'x-roles', 'x-role'],
  ...['x-groups', 'x-tenant', 'x-tenant-id', 'x-admin', 'x-internal', 'x-scope', 'x-scopes', 'x-impersonate'],
  ...['idempotency-key'],
]);
const authorityPrefixes = [
  ...[
    'proxy-',
    'sec-',
    'x-forwarded',
    'x-original',
    'x-envoy-',
    'x-amz',
    'x-amzn-',
    'x-goog-',
    'x-ms-',
    'x-appengine-',
  ],
  ...['cf-', 'x-azure-', 'x-remote-', 'x-ssl-', 'x-client-', 'x-impersonate-', 'impersonate-', 'x-b3-', 'x-rewrite-'],
  ...['access-control-', 'x-override-', 'x-proxy-', 'x-vault-'],
];
const authorityWords = /auth|token|secret|api-?key|password|passwd|credential|cookie|session|signature|jwt|saml/;

/** A name as servers compare it: some take "_" for "-". */
export function comparableName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

export function isHeaderName(name: string): boolean {
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name);
}

/** Never set by a template. */
export function isFramingHeader(name: string): boolean {
  const known = comparableName(name);
  return framing.has(known) || known.startsWith('proxy-');
}

/** Set by a template only from its own text and `upstream_token`. */
export function isCredentialHeader(name: string): boolean {
  return ['authorization', 'cookie'].includes(comparableName(name));
}

/** Never set by the argument `headers`. */
export function isAuthorityHeader(name: string): boolean {
  const known = comparableName(name);
  return (
    isFramingHeader(known) ||
    authority.has(known) ||
    authorityPrefixes.some((prefix) => known.startsWith(prefix)) ||
    authorityWords.test(known)
  );
}
