import type { BreakerSettings } from '@countersign/contract';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretPost,
  customFetch,
  genericTokenEndpointRequest,
} from 'oauth4webapi';
import { Breaker, type BreakerChange } from '../../breaker/breaker.ts';
import { UpstreamFailure } from '../../upstream-failure.ts';
import { hostOf, type IdentityFetch } from '../bounded-fetch.ts';
import { identityLimits } from '../identity-limits.ts';
import type { JsonObject } from '../json-object.ts';
import type { ProviderDirectory } from '../provider-directory.ts';
import { ProviderFault } from '../provider-fault.ts';
import { readTokenAnswer } from './read-token-answer.ts';
import type { ProviderClient } from './token-auth.ts';

type Options = {
  readonly fetch: IdentityFetch;
  readonly now: () => number;
  readonly directory: ProviderDirectory;
  readonly breaker?: BreakerSettings | undefined;
  readonly onBreakerChange?: ((provider: string, change: BreakerChange) => void) | undefined;
};

export type TokenQuestion = {
  readonly client: ProviderClient;
  readonly clientSecret: string;
  readonly grantType: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** What of it must not be in a message. */
  readonly secrets: readonly string[];
};

/** Asks token endpoints, each behind a breaker of its own: a provider that is down is not asked by every call. */
export class TokenEndpoints {
  readonly #fetch: IdentityFetch;
  readonly #now: () => number;
  readonly #directory: ProviderDirectory;
  readonly #settings: BreakerSettings | undefined;
  readonly #onBreakerChange: (provider: string, change: BreakerChange) => void;
  readonly #breakers = new Map<string, Breaker>();

  constructor({ fetch, now, directory, breaker, onBreakerChange = () => undefined }: Options) {
    this.#fetch = fetch;
    this.#now = now;
    this.#directory = directory;
    this.#settings = breaker;
    this.#onBreakerChange = onBreakerChange;
  }

  /** What the provider granted, not looked at yet. */
  async ask(question: TokenQuestion, signal: AbortSignal): Promise<JsonObject> {
    const provider = providerOf(question.client);
    const breaker = this.#breakerOf(provider);
    const permit = breaker.enter();
    if (!permit) throw this.#resting(provider, breaker);
    try {
      const answer = await this.#askTwice(question, signal);
      permit.succeeded();
      return answer;
    } catch (error) {
      if (signal.aborted) permit.abandoned();
      else if (error instanceof UpstreamFailure && !error.isRetryable) permit.succeeded();
      else permit.failed(error instanceof UpstreamFailure ? error.message : 'It could not be asked.');
      throw error;
    }
  }

  /** A connection that was kept for too long is found out only by using it: once more, then it counts. */
  async #askTwice(question: TokenQuestion, signal: AbortSignal): Promise<JsonObject> {
    try {
      return await this.#askOnce(question, signal);
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      if (error.kind !== 'unreachable') throw failureOf(error);
    }
    try {
      return await this.#askOnce(question, signal);
    } catch (error) {
      throw error instanceof ProviderFault ? failureOf(error) : error;
    }
  }

  async #askOnce(question: TokenQuestion, signal: AbortSignal): Promise<JsonObject> {
    const { client, grantType, clientSecret, parameters, secrets } = question;
    const endpoint = await this.#endpointOf(client);
    const response = await genericTokenEndpointRequest(
      { issuer: client.issuer ?? endpoint, token_endpoint: endpoint },
      { client_id: client.client_id },
      clientAuthOf(client, clientSecret),
      grantType,
      parameters,
      {
        signal,
        [allowInsecureRequests]: true,
        [customFetch]: (url, init) => this.#fetch(url, { ...init, signal }),
      },
    );
    return readTokenAnswer(response.status, await response.text(), {
      host: hostOf(endpoint),
      clientId: client.client_id,
      secretName: client.secret,
      secrets: [clientSecret, ...secrets],
    });
  }

  async #endpointOf(client: ProviderClient): Promise<string> {
    if (client.token_endpoint !== undefined) return client.token_endpoint;
    if (client.issuer === undefined) {
      throw new UpstreamFailure('token_exchange_failed', 'The source names no issuer and no token_endpoint; name one.');
    }
    const { tokenEndpoint } = await this.#directory.find(client.issuer);
    if (tokenEndpoint !== null) return tokenEndpoint;
    throw new ProviderFault('misbehaving', `${client.issuer} does not say where it gives tokens; set token_endpoint.`);
  }

  #breakerOf(provider: string): Breaker {
    const known = this.#breakers.get(provider);
    const breaker =
      known ??
      new Breaker({
        now: this.#now,
        settings: this.#settings,
        onChange: (change) => this.#onBreakerChange(provider, change),
      });
    this.#breakers.delete(provider);
    this.#breakers.set(provider, breaker);
    for (const oldest of this.#breakers.keys()) {
      if (this.#breakers.size <= identityLimits.providersMax) break;
      this.#breakers.delete(oldest);
    }
    return breaker;
  }

  #resting(provider: string, { retryAt }: Breaker): UpstreamFailure {
    const seconds = retryAt === null ? 1 : Math.max(1, Math.ceil((retryAt - this.#now()) / 1000));
    return new UpstreamFailure(
      'token_exchange_failed',
      `${hostOf(provider)} failed several times and is left alone for now; try again in ${seconds} s.`,
      {
        isRetryable: true,
        details: { provider: hostOf(provider), error: 'circuit_open', retry_after_seconds: seconds },
      },
    );
  }
}

/** As the settings name it: sources that name it alike share its breaker. */
export function providerOf({ token_endpoint, issuer }: ProviderClient): string {
  return token_endpoint ?? issuer ?? '';
}

function clientAuthOf({ client_auth }: ProviderClient, secret: string): ClientAuth {
  return client_auth === 'client_secret_post' ? ClientSecretPost(secret) : clientSecretBasic(secret);
}

/** RFC 6749, 2.3.1. Only what has to be is encoded: some providers forget to decode, and ids are full of "-". */
function clientSecretBasic(secret: string): ClientAuth {
  return (_provider, client, _body, headers) => {
    const pair = [client.client_id, secret].map((text) =>
      encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+'),
    );
    headers.set('authorization', `Basic ${Buffer.from(pair.join(':')).toString('base64')}`);
  };
}

function failureOf(fault: ProviderFault): UpstreamFailure {
  return new UpstreamFailure('token_exchange_failed', `No token could be had: ${fault.message}`, {
    isRetryable: fault.mayPass,
    details: { error: fault.kind },
  });
}
