import { CountersignError } from '@countersign/contract';
import { asymmetricAlgorithms, type IssuerSettings } from '@countersign/policy';
import { decodeJwt } from 'jose';
import { boundedFetch, type IdentityFetch } from '../bounded-fetch.ts';
import { identityLimits } from '../identity-limits.ts';
import { ProviderDirectory } from '../provider-directory.ts';
import { ProviderFault } from '../provider-fault.ts';
import { IssuerKeys } from './issuer-keys.ts';
import { TokenVerifier } from './token-verifier.ts';
import type { VerifiedToken } from './verified-token.ts';

type Options = {
  readonly now: () => number;
  readonly fetch?: IdentityFetch | undefined;
  readonly timeoutMs?: number | undefined;
};

/** Which issuers' tokens agents may come with. One issuer may stand for several projects, each with its own audience. */
export class IssuerRegistry {
  readonly #verifiers = new Map<string, TokenVerifier[]>();

  constructor(issuers: readonly IssuerSettings[], { now, fetch = globalThis.fetch, timeoutMs }: Options) {
    const bounded = boundedFetch(fetch, { timeoutMs });
    const directory = new ProviderDirectory({ fetch: bounded, now });
    const keysByAddress = new Map<string, IssuerKeys>();
    for (const settings of issuers) {
      refuseUnsafe(settings);
      const { issuer, jwks_uri } = settings;
      const address = jwks_uri ? async () => jwks_uri : () => keysAddressOf(directory, issuer);
      const keysKey = JSON.stringify([issuer, jwks_uri ?? null]);
      const keys = keysByAddress.get(keysKey) ?? new IssuerKeys({ address, fetch: bounded, now });
      keysByAddress.set(keysKey, keys);
      const others = this.#verifiers.get(issuer) ?? [];
      if (others.some((verifier) => verifier.settings.audience === settings.audience)) {
        throw new Error(`The issuer ${issuer} is listed twice for the audience "${settings.audience}"; keep one.`);
      }
      this.#verifiers.set(issuer, [...others, new TokenVerifier({ settings, keys, now })]);
    }
  }

  /**
   * Who comes with this bearer token; null where it is not a JWT of an issuer that is known here. Throws
   * `unauthenticated` where it is one and is refused, `unavailable` where its issuer cannot be asked for keys now.
   */
  async verify(bearer: string): Promise<VerifiedToken | null> {
    if (this.#verifiers.size === 0 || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(bearer)) return null;
    if (bearer.length > identityLimits.tokenLengthMax) {
      throw new CountersignError(
        'unauthenticated',
        `This token is longer than ${identityLimits.tokenLengthMax} characters; have fewer claims put into it.`,
      );
    }
    const claims = unverifiedClaims(bearer);
    const verifiers = typeof claims?.iss === 'string' ? this.#verifiers.get(claims.iss) : undefined;
    if (!claims || !verifiers) return null;
    const meant = verifiers.find(({ settings }) => includesAudience(claims.aud, settings.audience)) ?? verifiers[0];
    return meant ? meant.verify(bearer) : null;
  }
}

/** Settings are checked by their schema; these two would let anybody in, so they are looked at once more. */
function refuseUnsafe({ issuer, audience, algorithms = [] }: IssuerSettings): void {
  if (audience.trim() === '')
    throw new Error(`The issuer ${issuer} needs an audience: what "aud" of its tokens contains.`);
  const known: readonly string[] = asymmetricAlgorithms;
  const unfit = algorithms.find((algorithm) => !known.includes(algorithm));
  if (unfit !== undefined)
    throw new Error(`The issuer ${issuer} cannot use ${unfit}; use ${asymmetricAlgorithms.join(', ')}.`);
}

async function keysAddressOf(directory: ProviderDirectory, issuer: string): Promise<string> {
  const { jwksUri } = await directory.find(issuer);
  if (jwksUri === null)
    throw new ProviderFault('misbehaving', `${issuer} does not say where its keys are; set jwks_uri.`);
  return jwksUri;
}

/** Only to find out whose keys to use; everything is checked again once the signature is. */
function unverifiedClaims(token: string): { readonly iss?: unknown; readonly aud?: unknown } | null {
  try {
    return decodeJwt(token);
  } catch {
    return null;
  }
}

function includesAudience(aud: unknown, audience: string): boolean {
  return Array.isArray(aud) ? aud.includes(audience) : aud === audience;
}
