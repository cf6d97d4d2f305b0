import { describe, expect, it } from 'vitest';
import { UpstreamFailure } from '../../upstream-failure.ts';
import { identityLimits } from '../identity-limits.ts';
import { type Asked, checkIssuedToken } from './check-issued-token.ts';

const now = Date.UTC(2026, 0, 1);
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: unknown): string => `${part({ alg: 'RS256' })}.${part(claims)}.c2lnbmF0dXJl`;
const subjectToken = jwt({ iss: 'https://id.example', sub: 'u-1', aud: 'countersign' });
const claims = { iss: 'https://id.example', sub: 'u-1', aud: ['pizzeria'], exp: now / 1000 + 600 };

const asked: Asked = {
  host: 'id.example',
  audience: 'pizzeria',
  issuer: 'https://id.example',
  subjectToken,
  subjectExpiresAt: now + 600_000,
  isDelegated: false,
  now,
};
const answer = (more: object = {}) => ({
  access_token: jwt(claims),
  token_type: 'Bearer',
  issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  expires_in: 200,
  ...more,
});
const clientAnswer = { access_token: jwt({ aud: 'pizzeria', sub: 'shop' }), token_type: 'Bearer', expires_in: 60 };
const withClaims = (more: object) => answer({ access_token: jwt({ ...claims, ...more }) });

describe('an answer to an exchange', () => {
  it('that is as asked is used until shortly before it ends [U3]', () => {
    const issued = checkIssuedToken(answer(), asked);
    expect(issued.usableUntil).toBe(now + 200_000 - identityLimits.tokenLeewayMs);
  });

  it('may be a token that only the service can read [U3]', () => {
    expect(checkIssuedToken(answer({ access_token: 'opaque-1' }), asked).token).toBe('opaque-1');
  });

  it('may spell Bearer as it likes [U3]', () => {
    expect(() => checkIssuedToken(answer({ token_type: 'bearer' }), asked)).not.toThrow();
  });

  const accepted: [string, Record<string, unknown>, Partial<Asked>?][] = [
    ['for one audience alone', withClaims({ aud: 'pizzeria' })],
    ['for several audiences', withClaims({ aud: ['bank', 'pizzeria'] })],
    ['for any audience, where none was asked for', withClaims({ aud: 'account' }), { audience: null }],
    ['that does not name its issuer', withClaims({ iss: undefined })],
    ['of any issuer, where nobody knows which', withClaims({ iss: 'https://other.example' }), { issuer: null }],
    ['that does not name its subject', withClaims({ sub: undefined })],
    ['of a subject that could not be read', answer(), { subjectToken: 'opaque' }],
    ['as long as one may be', answer({ access_token: 'a'.repeat(identityLimits.tokenLengthMax) })],
    ["that is the client's own, of which nobody has to say what it is", clientAnswer, { subjectToken: null }],
  ];
  it.each(accepted)('may be one %s [U3]', (_, given, more) => {
    expect(checkIssuedToken(given, { ...asked, ...more }).token).toBe(given.access_token);
  });

  it('names the audience that was asked for where it is refused, if there was one [U3]', () => {
    const detailsWith = (audience: string | null) =>
      failureOf(() => checkIssuedToken(answer({ token_type: 'MAC' }), { ...asked, audience })).details;
    expect(detailsWith('pizzeria')).toEqual({ provider: 'id.example', error: 'answer_refused', audience: 'pizzeria' });
    expect(detailsWith(null)).toEqual({ provider: 'id.example', error: 'answer_refused' });
  });

  const refusals: [string, object, RegExp, Partial<Asked>?][] = [
    ['for another audience', withClaims({ aud: 'bank' }), /another audience than "pizzeria"/],
    ['for several audiences, none as asked', withClaims({ aud: ['bank', 'pizzeria2'] }), /another audience/],
    ['for no audience', withClaims({ aud: undefined }), /another audience/],
    [
      'that is an ID token',
      answer({ issued_token_type: 'urn:ietf:params:oauth:token-type:id_token' }),
      /no access token/,
    ],
    [
      'that is a refresh token',
      answer({ issued_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' }),
      /no access/,
    ],
    ['that does not say what it is', answer({ issued_token_type: undefined }), /no access token/],
    ['that is not Bearer', answer({ token_type: 'N_A' }), /Bearer/],
    ['that is bound to a key', answer({ token_type: 'DPoP' }), /Bearer/],
    ['without its type', answer({ token_type: undefined }), /Bearer/],
    ['without a token', answer({ access_token: undefined }), /no token/],
    ['with an empty token', answer({ access_token: '' }), /no token/],
    ['with a line break in the token', answer({ access_token: 'a\r\nX: y' }), /no token/],
    ['with an endless token', answer({ access_token: 'a'.repeat(identityLimits.tokenLengthMax + 1) }), /no token/],
    ["that is the agent's own token", answer({ access_token: subjectToken }), /own token/],
    ['of another issuer', withClaims({ iss: 'https://evil.example' }), /another issuer/],
    ['of another subject', withClaims({ sub: 'u-2' }), /another subject/],
    ['that has ended', withClaims({ exp: now / 1000 }), /ended already/],
    ['that ends at no time', withClaims({ exp: 'soon' }), /ended already/],
    ['that is good for no time', answer({ expires_in: 0 }), /ended already/],
    ['that is good for less', answer({ expires_in: -1 }), /ended already/],
    ['that is good for nobody knows', answer({ expires_in: '300' }), /ended already/],
    ['without an actor, where one was sent', answer(), /names no actor/, { isDelegated: true }],
  ];
  it.each(refusals)('is refused where it is one %s, for good and without its text [U3]', (_, given, reason, more) => {
    const error = failureOf(() => checkIssuedToken(given as Record<string, unknown>, { ...asked, ...more }));
    expect(error.message).toMatch(reason);
    expect(error.isRetryable).toBe(false);
    expect(error.code).toBe('token_exchange_failed');
    expect(JSON.stringify(error.toError('t'))).not.toContain(part(claims));
  });

  it('names the actor where one was sent [U3]', () => {
    const delegated = withClaims({ act: { sub: 'exchanger' } });
    expect(() => checkIssuedToken(delegated, { ...asked, isDelegated: true })).not.toThrow();
  });
});

describe('how long a token is kept', () => {
  const until = (given: Record<string, unknown>, more: Partial<Asked> = {}): number =>
    checkIssuedToken(given, { ...asked, ...more }).usableUntil - now + identityLimits.tokenLeewayMs;

  it.each([
    ['what the provider says', answer({ expires_in: 120 }), {}, 120_000],
    [
      'its own end',
      answer({ expires_in: undefined, access_token: jwt({ ...claims, exp: now / 1000 + 90 }) }),
      {},
      90_000,
    ],
    ["the end of the agent's token", answer(), { subjectExpiresAt: now + 45_000 }, 45_000],
    ['our own limit', answer({ expires_in: 1e9, access_token: 'opaque' }), { subjectExpiresAt: now + 1e12 }, 300_000],
    ['not at all where nobody says', answer({ expires_in: undefined, access_token: 'opaque' }), {}, 0],
  ])('is %s [U3]', (_, given, more, ms) => {
    expect(until(given, more)).toBe(ms);
  });
});

function failureOf(act: () => unknown): UpstreamFailure {
  try {
    act();
  } catch (error) {
    if (error instanceof UpstreamFailure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
