import { CountersignError } from '@countersign/contract';
import { asymmetricAlgorithms, type IssuerSettings } from '@countersign/policy';
import { errors, type JWTVerifyResult, jwtVerify } from 'jose';
import { identityLimits } from '../identity-limits.ts';
import { ProviderFault } from '../provider-fault.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { actorOf, ClaimRefused, nameOf, sessionKeyOf, subjectOf } from './read-claims.ts';
import { refuseOtherKinds } from './refuse-other-kinds.ts';
import type { VerifiedToken } from './verified-token.ts';

type Options = { readonly settings: IssuerSettings; readonly keys: IssuerKeys; readonly now: () => number };

/** Says who comes with a token of one issuer, or refuses it with a reason. No text of a token gets into a message. */
export class TokenVerifier {
  readonly settings: IssuerSettings;
  readonly #keys: IssuerKeys;
  readonly #now: () => number;
  readonly #leewaySeconds: number;

  constructor({ settings, keys, now }: Options) {
    this.settings = settings;
    this.#keys = keys;
    this.#now = now;
    this.#leewaySeconds = settings.clock_leeway_seconds ?? identityLimits.clockLeewaySeconds;
  }

  async verify(token: string): Promise<VerifiedToken> {
    try {
      return this.#describe(token, await this.#check(token));
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  async #check(token: string): Promise<JWTVerifyResult> {
    const { issuer, audience, algorithms = asymmetricAlgorithms } = this.settings;
    return jwtVerify(token, (header) => this.#keys.find(header), {
      issuer,
      audience,
      algorithms: [...algorithms],
      clockTolerance: this.#leewaySeconds,
      currentDate: new Date(this.#now()),
      requiredClaims: ['exp'],
    });
  }

  #describe(token: string, { payload, protectedHeader }: JWTVerifyResult): VerifiedToken {
    refuseOtherKinds(protectedHeader, payload);
    // Known libraries look at it only where an age is asked for; a token from the future tells of a wrong clock.
    if (payload.iat !== undefined && !(payload.iat * 1000 <= this.#now() + this.#leewaySeconds * 1000)) {
      throw new ClaimRefused('it was issued in the future: one of the clocks is wrong');
    }
    const expiresAt = (payload.exp ?? 0) * 1000;
    if (Number.isNaN(new Date(expiresAt).getTime())) throw new ClaimRefused('it has no time at which it ends');
    const { issuer, project, owner = null } = this.settings;
    const subject = subjectOf(payload, this.settings);
    const actor = actorOf(payload, this.settings, subject);
    return {
      issuer,
      subject,
      actor,
      name: nameOf(payload, this.settings, subject),
      claims: payload,
      expiresAt,
      sessionKey: sessionKeyOf(payload, token),
      externalId: JSON.stringify([issuer, subject, actor]),
      project,
      owner,
    };
  }

  #refusal(error: unknown): CountersignError {
    if (error instanceof ProviderFault) {
      return new CountersignError('unavailable', `This token cannot be checked now: ${error.message} Try again later.`);
    }
    const reason = reasonFor(error);
    if (reason === null) throw error;
    return new CountersignError('unauthenticated', `This token of ${this.settings.issuer} is refused: ${reason}.`);
  }
}

/** The errors of the library hold the claims, so only these words go on. Null for what is no refusal. */
function reasonFor(error: unknown): string | null {
  if (error instanceof ClaimRefused) return error.message;
  if (error instanceof errors.JWTExpired) return 'it has expired; get a new one';
  if (error instanceof errors.JWTClaimValidationFailed)
    return claimReasons[error.claim] ?? 'one of its claims is wrong';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'it is signed in a way that is not accepted';
  if (error instanceof errors.JWKSNoMatchingKey) return 'its issuer has no such key';
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'its header does not say which key signed it';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is wrong';
  // Keys that are too weak, broken, or not what the algorithm needs.
  if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException) {
    return 'it cannot be verified';
  }
  return null;
}

const claimReasons: Readonly<Record<string, string>> = {
  iss: 'its issuer is another',
  aud: 'it was made for another audience',
  exp: 'it has no time at which it ends',
  nbf: 'it is not valid yet',
  iat: 'its time of issue is no time',
};
