import { createHash } from 'node:crypto';

/** Everything that makes one token different from another. Whoever differs in any of it gets a token of their own. */
export type TokenKeyParts = {
  readonly grant: 'token_exchange' | 'client_credentials';
  /** Where it is asked for: the token endpoint, or the issuer that names it. */
  readonly provider: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly audience: string | null;
  readonly scopes: readonly string[];
  /** Other settings that change what is asked. */
  readonly manner: string;
  readonly sourceId: string;
  readonly toolVersion: string | null;
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly actor: string | null;
  readonly sessionKey: string | null;
  /** What the subject's own token may do decides what the new one may: two tokens of one session need not be alike. */
  readonly subjectToken: string | null;
};

/** JSON keeps the parts apart whatever is in them; secrets are in it as hashes. */
export function tokenKeyOf(parts: TokenKeyParts): string {
  return JSON.stringify([
    parts.grant,
    parts.provider,
    parts.clientId,
    hashOf(parts.clientSecret),
    parts.audience,
    scopesOf(parts.scopes),
    parts.manner,
    parts.sourceId,
    parts.toolVersion,
    parts.issuer,
    parts.subject,
    parts.actor,
    parts.sessionKey,
    parts.subjectToken === null ? null : hashOf(parts.subjectToken),
  ]);
}

/** A set: order and repetition mean nothing. */
export function scopesOf(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes)].sort();
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
