import { type Static, Type } from 'typebox';
import { identityLimits } from '../identity-limits.ts';

/** Signatures that only the issuer can make. Those with a shared secret, and none at all, cannot be asked for. */
export const asymmetricAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

const Address = Type.String({ pattern: '^https?://', minLength: 1, maxLength: 2_000 });
const Claim = Type.String({ minLength: 1, maxLength: 200 });

/** An issuer whose tokens agents may come with. */
export const IssuerSettings = Type.Object(
  {
    issuer: Type.String({ ...Address, description: 'Just as `iss` in its tokens' }),
    audience: Type.String({ minLength: 1, maxLength: 300, description: 'What `aud` must contain: this server' }),
    jwks_uri: Type.Optional(Type.String({ ...Address, description: 'Of its keys; looked up where it is not given' })),
    algorithms: Type.Optional(Type.Array(Type.Enum(asymmetricAlgorithms), { minItems: 1 })),
    project: Type.String({ minLength: 1, description: 'Where its agents belong' }),
    owner: Type.Optional(Type.String({ minLength: 1, description: 'User whose agents they are' })),
    subject_claim: Type.Optional(Claim),
    actor_claim: Type.Optional(Claim),
    name_claim: Type.Optional(Claim),
    clock_leeway_seconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: identityLimits.clockLeewaySecondsMax,
        default: identityLimits.clockLeewaySeconds,
      }),
    ),
  },
  { additionalProperties: false },
);
export type IssuerSettings = Static<typeof IssuerSettings>;
