import type { IncomingHttpHeaders } from 'node:http';
import { CountersignError, websocketBearerPrefix } from '@countersign/contract';
import { type Agent, type Authenticator, csrfTokenOf, type Principal } from '@countersign/control-plane';

export const cookieName = 'countersign_session';

export type Identity = { readonly principal: Principal; readonly cookieSecret: string | null };

/** Who tells whom a credential stands for: ours, and those of issuers. */
export type Identifying = {
  readonly authenticator: Authenticator;
  readonly externalAgents: { identify(bearer: string): Promise<Agent | null> };
};

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Who asks: a bearer token, or the cookie of a browser session, which must prove that its own page is asking. */
export async function identify(
  { authenticator, externalAgents }: Identifying,
  request: { readonly method: string; readonly headers: IncomingHttpHeaders },
): Promise<Identity> {
  const { headers, method } = request;
  const bearer = bearerOf(headers);
  if (bearer !== null) {
    const principal =
      (isJwt(bearer) ? await externalAgents.identify(bearer) : null) ??
      (await authenticator.identify(bearer, 'bearer'));
    if (principal) return { principal, cookieSecret: null };
    throw unauthenticated('This token is not valid: unknown, expired or revoked.');
  }
  const cookieSecret = cookieOf(headers.cookie);
  const principal = cookieSecret === null ? null : await authenticator.identify(cookieSecret, 'browser');
  if (!principal || cookieSecret === null)
    throw unauthenticated('Send "Authorization: Bearer <token>", or sign in with a link.');
  if (!safeMethods.has(method) && headers['x-csrf-token'] !== csrfTokenOf(cookieSecret)) {
    throw new CountersignError('csrf_refused', 'Send the csrf_token of GET /my/principal as X-CSRF-Token.');
  }
  return { principal, cookieSecret };
}

/** By its look; whether it is one of an issuer that is known is found out by reading it. */
function isJwt(bearer: string): boolean {
  return bearer.split('.', 4).length === 3;
}

function unauthenticated(text: string): CountersignError {
  return new CountersignError('unauthenticated', text);
}

function bearerOf(headers: IncomingHttpHeaders): string | null {
  if (headers.authorization !== undefined) return /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization)?.[1] ?? '';
  const protocols = headers['sec-websocket-protocol']?.split(',').map((text) => text.trim()) ?? [];
  const carried = protocols.find((text) => text.startsWith(websocketBearerPrefix));
  return carried === undefined
    ? null
    : Buffer.from(carried.slice(websocketBearerPrefix.length), 'base64url').toString();
}

function cookieOf(header: string | undefined): string | null {
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === cookieName && value) return value;
  }
  return null;
}
