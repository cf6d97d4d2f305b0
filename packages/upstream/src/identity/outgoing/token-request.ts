import { UpstreamFailure } from '../../upstream-failure.ts';
import { hostOf } from '../bounded-fetch.ts';
import type { JsonObject } from '../json-object.ts';
import { checkIssuedToken } from './check-issued-token.ts';
import type { ProviderClient } from './token-auth.ts';
import type { GivenToken, IssuedToken, TokenCache } from './token-cache.ts';
import { providerOf, type TokenEndpoints } from './token-endpoints.ts';
import { scopesOf, tokenKeyOf } from './token-key.ts';

/** For whom a token is exchanged. */
type Subject = {
  readonly issuer: string;
  readonly subject: string;
  readonly actor: string;
  readonly sessionKey: string;
  readonly token: string;
  readonly tokenExpiresAt: number | null;
};

export type TokenRequest = {
  readonly client: ProviderClient;
  readonly clientSecret: string;
  readonly audience: string | null;
  readonly scopes: readonly string[];
  /** Null where the client asks for itself. */
  readonly subject: Subject | null;
  /** Whether the client shows itself as the one who acts. */
  readonly isDelegated: boolean;
  readonly sourceId: string;
  readonly toolVersion: string;
};

/** One question to a provider, for metrics and logs: no token is in it. */
export type TokenReport = {
  readonly grant: 'token_exchange' | 'client_credentials';
  readonly provider: string;
  readonly audience: string | null;
  readonly outcome: 'granted' | 'refused' | 'failed';
  readonly durationMs: number;
  /** As the provider says; null where it says nothing. It may grant less than was asked for, or more. */
  readonly grantedScopes: readonly string[] | null;
};

type Parts = {
  readonly cache: TokenCache;
  readonly endpoints: TokenEndpoints;
  readonly now: () => number;
  readonly onToken: (report: TokenReport) => void;
};

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** A token as asked for: one that is kept, or a new one; and the key under which it can be dropped. */
export async function askForToken(
  request: TokenRequest,
  parts: Parts,
  signal: AbortSignal,
): Promise<GivenToken & { readonly key: string }> {
  const key = keyOf(request);
  try {
    return { key, ...(await parts.cache.get(key, request.subject, (ended) => ask(request, parts, ended), signal)) };
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error;
    if (signal.aborted) throw new UpstreamFailure('cancelled', 'The call was ended before it had a token.');
    // Its own words may hold what was sent.
    const details = { error: error instanceof Error ? error.name : 'unknown' };
    throw new UpstreamFailure('token_exchange_failed', 'No token could be asked for.', { isRetryable: false, details });
  }
}

async function ask(request: TokenRequest, parts: Parts, signal: AbortSignal): Promise<IssuedToken> {
  const actorToken = request.isDelegated ? await actorTokenFor(request, parts, signal) : null;
  const startedAt = parts.now();
  const told = (outcome: TokenReport['outcome'], answer?: JsonObject): void =>
    parts.onToken({
      grant: grantOf(request),
      provider: hostOf(providerOf(request.client)),
      audience: request.audience,
      outcome,
      durationMs: parts.now() - startedAt,
      grantedScopes: typeof answer?.scope === 'string' ? answer.scope.split(' ').filter(Boolean) : null,
    });
  try {
    const answer = await parts.endpoints.ask(
      {
        client: request.client,
        clientSecret: request.clientSecret,
        grantType: request.subject ? exchangeGrant : 'client_credentials',
        parameters: parametersOf(request, actorToken),
        secrets: [request.subject?.token, actorToken].filter((secret) => typeof secret === 'string'),
      },
      signal,
    );
    const issued = checkIssuedToken(answer, {
      host: hostOf(providerOf(request.client)),
      audience: request.audience,
      issuer: issuerOf(request),
      subjectToken: request.subject?.token ?? null,
      subjectExpiresAt: request.subject?.tokenExpiresAt ?? null,
      isDelegated: actorToken !== null,
      now: parts.now(),
    });
    told('granted', answer);
    return issued;
  } catch (error) {
    if (!signal.aborted && !wasLeftAlone(error)) {
      told(error instanceof UpstreamFailure && !error.isRetryable ? 'refused' : 'failed');
    }
    throw error;
  }
}

/** Then the provider was not asked. */
function wasLeftAlone(error: unknown): boolean {
  return error instanceof UpstreamFailure && error.details.error === 'circuit_open';
}

/** The client shows who it is, so that the provider can write it into `act`. Its own token, kept like any other. */
async function actorTokenFor(request: TokenRequest, parts: Parts, signal: AbortSignal): Promise<string> {
  const own = { ...request, audience: null, scopes: [], subject: null, isDelegated: false };
  return (await askForToken(own, parts, signal)).token;
}

function grantOf({ subject }: TokenRequest): TokenReport['grant'] {
  return subject ? 'token_exchange' : 'client_credentials';
}

function parametersOf({ client, audience, scopes, subject }: TokenRequest, actorToken: string | null) {
  const parameters: Record<string, string> = {};
  if (subject) {
    parameters.subject_token = subject.token;
    parameters.subject_token_type = accessTokenType;
    parameters.requested_token_type = accessTokenType;
  }
  if (actorToken !== null) {
    parameters.actor_token = actorToken;
    parameters.actor_token_type = accessTokenType;
  }
  if (audience !== null) parameters[client.audience_parameter ?? 'audience'] = audience;
  if (scopes.length > 0) parameters.scope = scopesOf(scopes).join(' ');
  return parameters;
}

function keyOf(request: TokenRequest): string {
  const { client, subject } = request;
  return tokenKeyOf({
    grant: grantOf(request),
    provider: JSON.stringify([client.issuer ?? null, client.token_endpoint ?? null]),
    clientId: client.client_id,
    clientSecret: request.clientSecret,
    audience: request.audience,
    scopes: request.scopes,
    manner: JSON.stringify([client.client_auth ?? null, client.audience_parameter ?? null, request.isDelegated]),
    sourceId: request.sourceId,
    // What a client asks for itself does not depend on the tool: audience and scopes say what it is for.
    toolVersion: subject ? request.toolVersion : null,
    issuer: subject?.issuer ?? null,
    subject: subject?.subject ?? null,
    actor: subject?.actor ?? null,
    sessionKey: subject?.sessionKey ?? null,
    subjectToken: subject?.token ?? null,
  });
}

/** A provider that takes the tokens of another signs with its own name, which the settings do not tell. */
function issuerOf({ client, subject }: TokenRequest): string | null {
  const issuer = client.issuer ?? subject?.issuer ?? null;
  if (issuer === null || client.token_endpoint === undefined) return issuer;
  return new URL(client.token_endpoint).origin === new URL(issuer).origin ? issuer : null;
}
