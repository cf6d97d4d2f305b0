import type { Caller } from '../../caller.ts';
import type { JsonObject } from '../json-object.ts';

/** Who a token of an issuer says is calling, after everything about it was checked. */
export type VerifiedToken = {
  readonly issuer: string;
  /** On whose behalf. */
  readonly subject: string;
  /** Who acts for them: the chain of `act`, else the client the token was made for, else the subject itself. */
  readonly actor: string;
  /** To show to people; not an identity. */
  readonly name: string;
  readonly claims: JsonObject;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Of the session the token was made in: after a logout the next one differs. */
  readonly sessionKey: string;
  /** One agent, and no other: issuer, subject and actor, written so that no two can look alike. */
  readonly externalId: string;
  /** As the settings of its issuer say. */
  readonly project: string;
  readonly owner: string | null;
};

/** On whose behalf calls with this token are made. */
export function callerOf(verified: VerifiedToken, token: string): Caller {
  const { issuer, subject, actor, sessionKey, expiresAt } = verified;
  return { issuer, subject, actor, sessionKey, token, tokenExpiresAt: expiresAt };
}
