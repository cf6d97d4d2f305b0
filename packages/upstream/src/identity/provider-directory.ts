import { allowInsecureRequests, customFetch, discoveryRequest } from 'oauth4webapi';
import { hostOf, type IdentityFetch } from './bounded-fetch.ts';
import { identityLimits } from './identity-limits.ts';
import { jsonObjectOf } from './json-object.ts';
import { ProviderFault } from './provider-fault.ts';

/** Where an OpenID provider does what we need of it. */
export type Provider = {
  readonly issuer: string;
  readonly tokenEndpoint: string | null;
  readonly jwksUri: string | null;
};

type Options = { readonly fetch: IdentityFetch; readonly now: () => number };
type Known = { readonly provider: Promise<Provider>; readonly until: number };

/** Looks up the addresses of providers, once for all who ask at the same time, and again after a while. */
export class ProviderDirectory {
  readonly #fetch: IdentityFetch;
  readonly #now: () => number;
  readonly #known = new Map<string, Known>();

  constructor({ fetch, now }: Options) {
    this.#fetch = fetch;
    this.#now = now;
  }

  /** Refused with a ProviderFault. The question is everybody's: no one who waits for the answer can take it back. */
  find(issuer: string): Promise<Provider> {
    const known = this.#known.get(issuer);
    if (known && this.#now() < known.until) return known.provider;
    const provider = this.#ask(issuer);
    const entry = { provider, until: this.#now() + identityLimits.providerDocumentMs };
    this.#known.delete(issuer);
    this.#known.set(issuer, entry);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= identityLimits.providersMax) break;
      this.#known.delete(oldest);
    }
    provider.catch(() => {
      if (this.#known.get(issuer) === entry) this.#known.delete(issuer);
    });
    return provider;
  }

  async #ask(issuer: string): Promise<Provider> {
    if (!URL.canParse(issuer)) throw new ProviderFault('misbehaving', 'The issuer is not an address.');
    const response = await discoveryRequest(new URL(issuer), {
      algorithm: 'oidc',
      [allowInsecureRequests]: true,
      [customFetch]: (url, { method, headers, signal }) =>
        this.#fetch(url, { method, headers, redirect: 'manual', signal: signal ?? new AbortController().signal }),
    });
    const text = await response.text();
    if (response.status !== 200) {
      throw new ProviderFault(
        response.status >= 500 || response.status === 429 ? 'failing' : 'misbehaving',
        `${hostOf(issuer)} answered ${response.status} instead of its OpenID configuration.`,
      );
    }
    return providerOf(issuer, text);
  }
}

function providerOf(issuer: string, text: string): Provider {
  const document = jsonObjectOf(text);
  if (!document) throw new ProviderFault('misbehaving', `${hostOf(issuer)} has no OpenID configuration.`);
  // Exactly: a document of another issuer would bring that one's keys and take our secrets.
  if (document.issuer !== issuer) {
    throw new ProviderFault(
      'misbehaving',
      `The OpenID configuration at ${hostOf(issuer)} is of another issuer; write the issuer just as it does.`,
    );
  }
  return {
    issuer,
    tokenEndpoint: addressIn(document.token_endpoint, issuer),
    jwksUri: addressIn(document.jwks_uri, issuer),
  };
}

/** An issuer that is spoken to over TLS cannot lead to where there is none. */
function addressIn(value: unknown, issuer: string): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  const url = new URL(value);
  const isFit = url.protocol === 'https:' || (url.protocol === 'http:' && new URL(issuer).protocol === 'http:');
  return isFit && url.username === '' && url.password === '' ? value : null;
}
