import { type Static, Type } from 'typebox';
import { Nullable, Strict, Timestamp, Uuid } from './primitives.ts';

/** How far a decision reaches: this call; calls of its class in this session; everything in this session. */
export const GrantScope = Type.Union([Type.Literal('call'), Type.Literal('class'), Type.Literal('session')]);
export type GrantScope = Static<typeof GrantScope>;

/** What a remembered decision matches. Its text is generated from this and from nothing else. */
export const GrantMatcher = Type.Union([
  Strict({ kind: Type.Literal('everything') }),
  Strict({ kind: Type.Literal('tool'), tool_name: Type.String() }),
  Strict({ kind: Type.Literal('command'), tool_name: Type.String(), command: Type.String() }),
  Strict({ kind: Type.Literal('path'), tool_name: Type.String(), folder: Type.String() }),
]);
export type GrantMatcher = Static<typeof GrantMatcher>;

export const ScopeOffer = Strict({
  scope: GrantScope,
  text: Type.String({ description: 'What choosing this scope allows, in words made from the matcher' }),
  warning: Nullable(Type.String()),
});
export type ScopeOffer = Static<typeof ScopeOffer>;

export const GrantView = Strict({
  grant_id: Uuid,
  project_id: Uuid,
  session_id: Uuid,
  scope: GrantScope,
  matcher: GrantMatcher,
  text: Type.String(),
  warning: Nullable(Type.String()),
  owner: Strict({ user_id: Uuid, name: Type.String() }),
  approval_id: Uuid,
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
});
export type GrantView = Static<typeof GrantView>;
