import { decodeJwt } from 'jose';
import { UpstreamFailure } from '../../upstream-failure.ts';
import { identityLimits } from '../identity-limits.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import type { IssuedToken } from './token-cache.ts';

/** What the token was asked to be. */
export type Asked = {
  readonly host: string;
  readonly audience: string | null;
  /** Whose signature it carries, where that is known. */
  readonly issuer: string | null;
  /** Null where a client asked for itself. */
  readonly subjectToken: string | null;
  /** When the token that it was made from ends. */
  readonly subjectExpiresAt: number | null;
  readonly isDelegated: boolean;
  readonly now: number;
};

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** A provider can be set up wrongly, and answers pass through others' hands: what is not as asked is not used. */
export function checkIssuedToken(answer: JsonObject, asked: Asked): IssuedToken {
  const token = answer.access_token;
  if (typeof token !== 'string' || token.length > identityLimits.tokenLengthMax || !/^[\x21-\x7e]+$/.test(token)) {
    throw refused(asked, 'no token that could be sent on');
  }
  if (typeof answer.token_type !== 'string' || answer.token_type.toLowerCase() !== 'bearer') {
    throw refused(asked, 'a token that is not of the type Bearer');
  }
  if (asked.subjectToken !== null) {
    if (answer.issued_token_type !== accessTokenType) throw refused(asked, 'a token that is no access token');
    // Some answer with what they were given; it was not made for this service.
    if (token === asked.subjectToken) throw refused(asked, "the agent's own token");
  }
  const ends = [endOf(answer.expires_in, asked), checkClaims(token, asked)].filter((end) => end !== null);
  // A token of which nobody says when it ends is used once.
  const end = ends.length === 0 ? asked.now : Math.min(...ends, asked.now + identityLimits.tokenKeptMsMax);
  const usable = Math.min(end, asked.subjectExpiresAt ?? end);
  return { token, usableUntil: usable - identityLimits.tokenLeewayMs };
}

function endOf(expiresIn: unknown, asked: Asked): number | null {
  if (expiresIn === undefined) return null;
  if (typeof expiresIn !== 'number' || !(expiresIn > 0)) throw refused(asked, 'a token that has ended already');
  return asked.now + expiresIn * 1000;
}

/** Where it can be read. Its signature is for the service to check; we have it from the provider itself. */
function checkClaims(token: string, asked: Asked): number | null {
  const claims = claimsOf(token);
  if (!claims) return null;
  const { aud, iss, sub, exp, act } = claims;
  if (asked.audience !== null && !(Array.isArray(aud) ? aud : [aud]).includes(asked.audience)) {
    throw refused(asked, `a token for another audience than "${asked.audience}"`);
  }
  if (asked.issuer !== null && iss !== undefined && iss !== asked.issuer)
    throw refused(asked, 'a token of another issuer');
  const subject = asked.subjectToken === null ? undefined : claimsOf(asked.subjectToken)?.sub;
  if (subject !== undefined && sub !== undefined && sub !== subject) throw refused(asked, 'a token of another subject');
  if (asked.isDelegated && !isObject(act)) {
    throw refused(asked, 'a token that names no actor (without actor_token in the settings it may)');
  }
  if (exp === undefined) return null;
  if (typeof exp !== 'number' || exp * 1000 <= asked.now) throw refused(asked, 'a token that has ended already');
  return exp * 1000;
}

function claimsOf(token: string): JsonObject | null {
  try {
    return decodeJwt(token);
  } catch {
    return null;
  }
}

function refused({ host, audience }: Asked, what: string): UpstreamFailure {
  return new UpstreamFailure('token_exchange_failed', `${host} answered with ${what}. Check how it is set up.`, {
    isRetryable: false,
    details: { provider: host, error: 'answer_refused', ...(audience === null ? {} : { audience }) },
  });
}
