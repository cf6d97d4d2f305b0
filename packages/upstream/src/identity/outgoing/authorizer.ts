import type { BreakerSettings, SourceAuth } from '@countersign/contract';
import type { BreakerChange } from '../../breaker/breaker.ts';
import { type Caller, type Credentials, noCredentials } from '../../caller.ts';
import { UpstreamFailure } from '../../upstream-failure.ts';
import { boundedFetch, type IdentityFetch } from '../bounded-fetch.ts';
import { ProviderDirectory } from '../provider-directory.ts';
import { presentedToken } from './presented-token.ts';
import { readSecret, refuseUnsendable, type Secrets } from './source-secret.ts';
import type { ClientCredentialsAuth, ExchangeAuth, TokenAuth } from './token-auth.ts';
import { type GivenToken, TokenCache } from './token-cache.ts';
import { TokenEndpoints } from './token-endpoints.ts';
import { askForToken, type TokenReport, type TokenRequest } from './token-request.ts';

/** What the tool that is called needs. */
export type Need = {
  readonly sourceId: string;
  readonly toolVersion: string;
  readonly audience?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
};

type Options = {
  readonly now: () => number;
  readonly secrets: Secrets;
  readonly fetch?: IdentityFetch | undefined;
  readonly timeoutMs?: number | undefined;
  readonly breaker?: BreakerSettings | undefined;
  readonly tokensMax?: number | undefined;
  /** After each question to a provider; answers from the cache are not told. */
  readonly onToken?: ((report: TokenReport) => void) | undefined;
  readonly onBreakerChange?: ((provider: string, change: BreakerChange) => void) | undefined;
};

/** U3: says what a request to a source has to carry, in the name of whoever calls. */
export class Authorizer {
  readonly #now: () => number;
  readonly #secrets: Secrets;
  readonly #cache: TokenCache;
  readonly #endpoints: TokenEndpoints;
  readonly #onToken: (report: TokenReport) => void;
  /** Where handed-out tokens are kept, so that one that is no good can be dropped. */
  readonly #given = new WeakMap<Credentials, GivenToken & { readonly key: string }>();

  constructor({ now, secrets, fetch = globalThis.fetch, timeoutMs, onToken, ...rest }: Options) {
    const bounded = boundedFetch(fetch, { timeoutMs });
    this.#now = now;
    this.#secrets = secrets;
    this.#cache = new TokenCache({ now, tokensMax: rest.tokensMax });
    this.#endpoints = new TokenEndpoints({
      fetch: bounded,
      now,
      directory: new ProviderDirectory({ fetch: bounded, now }),
      breaker: rest.breaker,
      onBreakerChange: rest.onBreakerChange,
    });
    this.#onToken = onToken ?? (() => undefined);
  }

  /** Throws an UpstreamFailure where there is nothing that may be sent. There is no other token to fall back on. */
  async authorize(auth: SourceAuth, caller: Caller, need: Need, signal: AbortSignal): Promise<Credentials> {
    switch (auth.mode) {
      case 'none':
        return noCredentials;
      case 'api_key':
        return this.#withApiKey(auth);
      case 'http_basic':
        return this.#withPassword(auth);
      case 'client_credentials':
        return this.#withClientToken(auth, need, signal);
      case 'token_exchange':
        return this.#withExchangedToken(auth, caller, need, signal);
      case 'pass_through':
        return bearer(presentedToken(caller, this.#now()));
    }
  }

  /** For when a service answers 401: true where the token was not made for this call, so that a newer one may do. */
  invalidate(credentials: Credentials): boolean {
    const given = this.#given.get(credentials);
    if (!given) return false;
    this.#cache.drop(given.key, given.token);
    return given.isKept;
  }

  /** After a logout, or when an agent's token was revoked. */
  forgetSession(issuer: string, sessionKey: string): void {
    this.#cache.forget((owner) => owner.issuer === issuer && owner.sessionKey === sessionKey);
  }

  forgetSubject(issuer: string, subject: string): void {
    this.#cache.forget((owner) => owner.issuer === issuer && owner.subject === subject);
  }

  async #withApiKey(auth: Extract<SourceAuth, { mode: 'api_key' }>): Promise<Credentials> {
    const value = await readSecret(this.#secrets, auth.secret);
    refuseUnsendable(value, auth.secret);
    const sent = { [auth.name]: `${auth.prefix ?? ''}${value}` };
    return { ...noCredentials, ...(auth.in === 'header' ? { headers: sent } : { query: sent }), secrets: [value] };
  }

  async #withPassword(auth: Extract<SourceAuth, { mode: 'http_basic' }>): Promise<Credentials> {
    const password = await readSecret(this.#secrets, auth.secret);
    if (auth.username.includes(':')) {
      throw new UpstreamFailure('internal_error', 'A user name for http_basic cannot contain ":"; set another.');
    }
    const encoded = Buffer.from(`${auth.username}:${password}`).toString('base64');
    return { ...noCredentials, headers: { Authorization: `Basic ${encoded}` }, secrets: [password, encoded] };
  }

  /** The source's own token: the same for everyone who may call the tool. */
  async #withClientToken(auth: ClientCredentialsAuth, need: Need, signal: AbortSignal): Promise<Credentials> {
    return this.#withToken(auth, need, { subject: null }, signal);
  }

  async #withExchangedToken(auth: ExchangeAuth, caller: Caller, need: Need, signal: AbortSignal): Promise<Credentials> {
    // Before anything that is kept: what was exchanged for a token does not outlive it.
    const token = presentedToken(caller, this.#now());
    if (audienceOf(auth, need) === null) {
      throw new UpstreamFailure(
        'token_exchange_failed',
        "No audience is named, so no token is asked for, and the agent's own is not sent. Name one in the tool or in the auth of its source.",
      );
    }
    refuseForeignIssuer(auth, caller);
    return this.#withToken(auth, need, { subject: { ...caller, token } }, signal);
  }

  async #withToken(
    auth: TokenAuth,
    need: Need,
    { subject }: Pick<TokenRequest, 'subject'>,
    signal: AbortSignal,
  ): Promise<Credentials> {
    const clientSecret = await readSecret(this.#secrets, auth.secret);
    const request: TokenRequest = {
      client: auth,
      clientSecret,
      audience: audienceOf(auth, need),
      scopes: need.scopes?.length ? need.scopes : (auth.scopes ?? []),
      subject,
      isDelegated: auth.mode === 'token_exchange' && auth.actor_token === true,
      sourceId: need.sourceId,
      toolVersion: need.toolVersion,
    };
    const given = await askForToken(request, this.#parts(), signal);
    const credentials = bearer(given.token);
    this.#given.set(credentials, given);
    return credentials;
  }

  #parts() {
    return { cache: this.#cache, endpoints: this.#endpoints, now: this.#now, onToken: this.#onToken };
  }
}

/** An empty one is none: a provider might take it for any. */
function audienceOf(auth: TokenAuth, need: Need): string | null {
  return need.audience || auth.audience || null;
}

function bearer(token: string): Credentials {
  return { headers: { Authorization: `Bearer ${token}` }, query: {}, upstreamToken: token, secrets: [token] };
}

/** A token goes to nobody but its own issuer, or to whom the settings name as one that takes that issuer's tokens. */
function refuseForeignIssuer(auth: ExchangeAuth, caller: Caller): void {
  const isOwn =
    auth.issuer === undefined ? sameOrigin(auth.token_endpoint, caller.issuer) : auth.issuer === caller.issuer;
  if (isOwn) return;
  throw new UpstreamFailure(
    'token_exchange_failed',
    `The agent came with a token of ${caller.issuer}, which this source does not exchange. Use an agent of its issuer, or name that issuer in the auth of the source.`,
  );
}

function sameOrigin(address: string | undefined, issuer: string): boolean {
  return (
    address !== undefined &&
    URL.canParse(address) &&
    URL.canParse(issuer) &&
    new URL(address).origin === new URL(issuer).origin
  );
}
