import { UpstreamFailure } from '../../upstream-failure.ts';
import { identityLimits } from '../identity-limits.ts';
import { type JsonObject, jsonObjectOf } from '../json-object.ts';

type Question = {
  readonly host: string;
  readonly clientId: string;
  readonly secretName: string;
  /** What was sent and must not come back in a message. */
  readonly secrets: readonly string[];
};

/** What a token endpoint granted. Refusals and outages are told apart: only the first stand. */
export function readTokenAnswer(status: number, text: string, question: Question): JsonObject {
  const { host } = question;
  const answer = jsonObjectOf(text);
  if (status === 200) {
    if (answer) return answer;
    throw new UpstreamFailure(
      'token_exchange_failed',
      `${host} answered something else than a token; try again later.`,
      {
        isRetryable: true,
        details: { provider: host, status },
      },
    );
  }
  if (status >= 500 || status === 429 || status === 408) {
    throw new UpstreamFailure(
      'token_exchange_failed',
      `${host} answered ${status} instead of a token; try again later.`,
      {
        isRetryable: true,
        details: { provider: host, status },
      },
    );
  }
  const error = wordsOf(answer?.error, question) || 'no reason given';
  const description = wordsOf(answer?.error_description, question);
  const said = description === '' ? error : `${error}: ${description}`;
  throw new UpstreamFailure(
    'token_exchange_failed',
    `${host} refused a token (${said}). ${adviceFor(error, question)}`,
    {
      isRetryable: false,
      details: { provider: host, status, error, ...(description === '' ? {} : { error_description: description }) },
    },
  );
}

function adviceFor(error: string, { clientId, secretName }: Question): string {
  const client = `the client "${clientId}"`;
  const checkClient = `Check that the provider knows ${client} and the audience, and the client's secret: countersign secrets set ${secretName}.`;
  const signIn = "The agent's session may have ended: it has to sign in again.";
  // Providers do not agree on which word is for what: Keycloak says invalid_client where it does not know the audience.
  const advice: Readonly<Record<string, string>> = {
    invalid_client: checkClient,
    unauthorized_client: checkClient,
    unsupported_grant_type: `Allow token exchange for ${client} at the provider.`,
    access_denied: `Allow ${client} at the provider to exchange tokens for this audience.`,
    invalid_target: 'Check the audience of the tool or its source.',
    invalid_scope: 'Check the scopes of the tool or its source.',
    invalid_grant: signIn,
    invalid_token: signIn,
    invalid_request: `${signIn} Or ${client} may not exchange tokens for this audience with these scopes.`,
  };
  return advice[error] ?? `Check the settings of the source and of ${client} at the provider.`;
}

/** A provider's own words: cut, on one line, and without anything that was sent. */
function wordsOf(value: unknown, { secrets }: Question): string {
  if (typeof value !== 'string') return '';
  const masked = secrets.reduce(
    (text, secret) => (secret === '' ? text : text.replaceAll(secret, '***REDACTED***')),
    value,
  );
  return masked
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, identityLimits.errorTextLengthMax);
}
