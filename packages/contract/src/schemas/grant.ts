import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { Nullable, Strict, Timestamp, Uuid } from './primitives.ts';

/**
 * How far a decision reaches, from narrow to wide: this call; the very same again; calls of its class; of the family
 * that its class belongs to; everything. All but the first hold in this session only.
 */
const grantScopes = ['call', 'exact', 'class', 'family', 'session'] as const;
export type GrantScope = (typeof grantScopes)[number];
export const GrantScope = Type.Enum(grantScopes);

const riskMax = { risk_max: Type.Enum(['MEDIUM', 'HIGH'], { description: 'The highest risk that it answers for' }) };
const tool = { tool_name: Type.String(), tool_version: Type.String() };
const Access = Type.Enum(['read', 'write', 'delete']);

/** What a remembered decision matches. Its text is generated from this and from nothing else. */
export const GrantMatcher = Type.Union([
  Strict({ kind: Type.Literal('everything') }),
  /** Any arguments, but only of the definition that was seen. */
  Strict({ kind: Type.Literal('tool'), ...tool, ...riskMax }),
  /** The very same arguments, as canonical JSON. */
  Strict({ kind: Type.Literal('request'), ...tool, arguments: Type.String(), ...riskMax }),
  /** Word for word. */
  Strict({ kind: Type.Literal('lines'), lines: Type.Array(Type.Array(Type.String())), ...riskMax }),
  /** By program and sub-command; null stands for any. */
  Strict({
    kind: Type.Literal('commands'),
    commands: Type.Array(Strict({ command: Type.String(), subcommand: Nullable(Type.String()) })),
    ...riskMax,
  }),
  Strict({ kind: Type.Literal('file'), access: Access, path: Type.String(), ...riskMax }),
  Strict({ kind: Type.Literal('folder'), access: Access, folder: Type.String(), ...riskMax }),
]);
export type GrantMatcher = Static<typeof GrantMatcher>;

export const ScopeOffer = Strict({
  scope: GrantScope,
  text: Type.String({ description: 'What choosing this scope allows, in words made from the matcher' }),
  warning: Nullable(Type.String()),
  /** Told where one approval is asked for; null in lists. */
  past_calls: Nullable(
    Strict({
      covered: Type.Integer({ description: 'How many of them it would have answered for' }),
      of: Type.Integer({ description: 'Earlier calls of this session that were looked at' }),
    }),
  ),
});
export type ScopeOffer = Static<typeof ScopeOffer>;

/** Everything in a session, without a call that asks for it. It has to end some time. */
export const GrantEverythingRequest = Strict({
  scope: Type.Literal('session'),
  expires_in_seconds: Type.Integer({ minimum: 1, maximum: limits.grantSecondsMax }),
});

export const GrantView = Strict({
  grant_id: Uuid,
  project_id: Uuid,
  session_id: Uuid,
  scope: GrantScope,
  matcher: GrantMatcher,
  text: Type.String(),
  warning: Nullable(Type.String()),
  owner: Strict({ user_id: Uuid, name: Type.String() }),
  /** The decision that it came from; null where it was made for the session as such. */
  approval_id: Nullable(Uuid),
  hits: Type.Integer({ description: 'Calls that it let through' }),
  last_hit_at: Nullable(Timestamp),
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
});
export type GrantView = Static<typeof GrantView>;
