import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { Nullable, PlainText, Strict, Timestamp, Uuid } from './primitives.ts';

const principalKinds = ['user', 'agent', 'runner'] as const;
export type PrincipalKind = (typeof principalKinds)[number];
export const PrincipalKind = Type.Enum(principalKinds);

const Name = PlainText({ minLength: 1, maxLength: limits.nameLengthMax });

export const PrincipalView = Strict({
  kind: PrincipalKind,
  id: Uuid,
  name: Type.String(),
  is_admin: Type.Boolean(),
  project_id: Nullable(Uuid),
  csrf_token: Nullable(Type.String({ description: 'Only for a browser session; send it as X-CSRF-Token' })),
});
export type PrincipalView = Static<typeof PrincipalView>;

export const UserView = Strict({ user_id: Uuid, name: Type.String(), is_admin: Type.Boolean(), created_at: Timestamp });
export type UserView = Static<typeof UserView>;
export const CreateUserRequest = Strict({ name: Name, is_admin: Type.Optional(Type.Boolean()) });

export const MemberRole = Type.Union([Type.Literal('owner'), Type.Literal('member')]);
export type MemberRole = Static<typeof MemberRole>;

export const ProjectView = Strict({ project_id: Uuid, name: Type.String(), created_at: Timestamp });
export type ProjectView = Static<typeof ProjectView>;
export const CreateProjectRequest = Strict({ name: Name });

export const MemberView = Strict({ user_id: Uuid, name: Type.String(), role: MemberRole });
export type MemberView = Static<typeof MemberView>;
export const PutMemberRequest = Strict({ role: MemberRole });

export const CreateTokenRequest = Strict({
  kind: PrincipalKind,
  name: Name,
  project_id: Type.Optional(Uuid),
  user_id: Type.Optional(Uuid),
  machine: Type.Optional(PlainText({ minLength: 1, maxLength: limits.machineLengthMax })),
  expires_in_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: limits.tokenSecondsMax })),
});
export type CreateTokenRequest = Static<typeof CreateTokenRequest>;

export const TokenView = Strict({
  token_id: Uuid,
  use: Type.Enum(['bearer', 'browser', 'link', 'pairing'], {
    description: 'Sent with requests, kept by a browser, a link that signs one in, or a code that pairs a runner',
  }),
  kind: PrincipalKind,
  principal_id: Uuid,
  name: Type.String(),
  project_id: Nullable(Uuid),
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
});
export type TokenView = Static<typeof TokenView>;

export const CreatedToken = Strict({
  token: TokenView,
  secret: Type.String({ description: 'Shown once, stored only as a hash' }),
});
