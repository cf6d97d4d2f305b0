import type { JWTHeaderParameters } from 'jose';
import { isObject, type JsonObject } from '../json-object.ts';
import { ClaimRefused } from './read-claims.ts';

const headerTypes = new Set(['jwt', 'at+jwt', 'application/at+jwt', 'application/jwt']);
/** Claims that only stand in what a client learns of its user (ID tokens), or in notices (logout, security events). */
const foreignClaims = ['at_hash', 'c_hash', 's_hash', 'events'] as const;

/** Issuers sign other things with the same keys. Only what tells by itself that it is one can be told apart here. */
export function refuseOtherKinds(header: JWTHeaderParameters, claims: JsonObject): void {
  if (header.typ !== undefined && !headerTypes.has(String(header.typ).toLowerCase())) {
    throw new ClaimRefused('it is no access token');
  }
  // Keycloak says it here: Bearer, ID, Refresh, Offline, Logout.
  if (claims.typ !== undefined && String(claims.typ).toLowerCase() !== 'bearer') {
    throw new ClaimRefused('it is no access token');
  }
  if (foreignClaims.some((claim) => claims[claim] !== undefined)) throw new ClaimRefused('it is no access token');
  // Bound to a key or a certificate: taken without the proof, a stolen one would do.
  if (isObject(claims.cnf)) throw new ClaimRefused('it is bound to a key, and the proof of it is not supported here');
}
