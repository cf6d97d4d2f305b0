import {
  type CryptoKey,
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWK,
  type JWSHeaderParameters,
} from 'jose';
import { hostOf, type IdentityFetch } from '../bounded-fetch.ts';
import { identityLimits } from '../identity-limits.ts';
import { isObject, jsonObjectOf } from '../json-object.ts';
import { ProviderFault } from '../provider-fault.ts';

type Options = {
  /** Where the keys are: given, or looked up. */
  readonly address: () => Promise<string>;
  readonly fetch: IdentityFetch;
  readonly now: () => number;
};

type KeySet = { readonly find: ReturnType<typeof createLocalJWKSet>; readonly fetchedAt: number };

/** The keys of one issuer: kept for a while, fetched again where a token names one that is not known yet. */
export class IssuerKeys {
  readonly #address: () => Promise<string>;
  readonly #fetch: IdentityFetch;
  readonly #now: () => number;
  #keys: KeySet | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;
  #fault: ProviderFault | null = null;
  #underWay: Promise<void> | null = null;

  constructor({ address, fetch, now }: Options) {
    this.#address = address;
    this.#fetch = fetch;
    this.#now = now;
  }

  /** The key that a token's header names. Throws jose's error where there is none, a ProviderFault where none can be had. */
  async find(header: JWSHeaderParameters): Promise<CryptoKey> {
    const keys = await this.#current();
    try {
      return await keys.find(header);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const newer = await this.#newerThan(keys);
      if (!newer) throw error;
      return newer.find(header);
    }
  }

  async #current(): Promise<KeySet> {
    if (this.#keys && this.#age(this.#keys) < identityLimits.keysFreshMs) return this.#keys;
    await this.#ask(identityLimits.keysRetryMs);
    // A provider that is away for a while takes nobody's keys away.
    if (this.#keys && this.#age(this.#keys) < identityLimits.keysStaleMsMax) return this.#keys;
    throw this.#fault ?? new ProviderFault('unreachable', 'The keys of the issuer could not be fetched.');
  }

  /** A key may have been added since; but a token with a made-up name must not have us ask each time. */
  async #newerThan(keys: KeySet): Promise<KeySet | null> {
    await this.#ask(identityLimits.keysCooldownMs);
    // Then nobody can say whether there is such a key.
    if (this.#fault) throw this.#fault;
    return this.#keys && this.#keys !== keys ? this.#keys : null;
  }

  /** One question at a time, and none within the pause after the last. A fault is kept, not thrown. */
  async #ask(pauseMs: number): Promise<void> {
    if (!this.#underWay) {
      if (this.#now() - this.#askedAt < pauseMs) return;
      this.#askedAt = this.#now();
      this.#underWay = this.#fetchKeys().finally(() => {
        this.#underWay = null;
      });
    }
    await this.#underWay;
  }

  async #fetchKeys(): Promise<void> {
    try {
      const address = await this.#address();
      const response = await this.#fetch(address, {
        method: 'GET',
        headers: { accept: 'application/jwk-set+json, application/json' },
        redirect: 'manual',
        signal: new AbortController().signal,
      });
      const text = await response.text();
      if (response.status !== 200) {
        throw new ProviderFault('failing', `${hostOf(address)} answered ${response.status} instead of its keys.`);
      }
      this.#keys = { find: createLocalJWKSet(keySetOf(text, hostOf(address))), fetchedAt: this.#now() };
      this.#fault = null;
    } catch (error) {
      this.#fault =
        error instanceof ProviderFault
          ? error
          : new ProviderFault('misbehaving', 'The keys of the issuer are not keys.');
    }
  }

  #age(keys: KeySet): number {
    return this.#now() - keys.fetchedAt;
  }
}

const publicKinds = new Set(['RSA', 'EC', 'OKP']);

/** Only keys of which the issuer alone has the other half; a shared one among them would let anyone who reads it sign. */
function keySetOf(text: string, host: string): JSONWebKeySet {
  const keys = jsonObjectOf(text)?.keys;
  if (!Array.isArray(keys)) throw new ProviderFault('misbehaving', `${host} has no set of keys.`);
  return { keys: keys.filter(isPublicKey).slice(0, identityLimits.keysMax) };
}

function isPublicKey(key: unknown): key is JWK {
  return isObject(key) && typeof key.kty === 'string' && publicKinds.has(key.kty);
}
