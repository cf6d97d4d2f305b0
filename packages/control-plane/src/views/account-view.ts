import {
  isoTime,
  type MemberView,
  type PrincipalView,
  type ProjectView,
  type TokenView,
  type UserView,
} from '@countersign/contract';
import type { MemberRecord, ProjectRecord, TokenRecord, UserRecord } from '../ports/records.ts';
import type { Principal } from '../principal.ts';

export function principalView(principal: Principal, csrfToken: string | null): PrincipalView {
  return {
    kind: principal.kind,
    id: principal.id,
    name: principal.name,
    is_admin: principal.kind === 'user' && principal.isAdmin,
    project_id: principal.kind === 'user' ? null : principal.projectId,
    csrf_token: csrfToken,
  };
}

export function userView({ id, name, isAdmin, createdAt }: UserRecord): UserView {
  return { user_id: id, name, is_admin: isAdmin, created_at: isoTime(createdAt) };
}

export function memberView({ userId, name, role }: MemberRecord & { readonly name: string }): MemberView {
  return { user_id: userId, name, role };
}

export function projectView({ id, name, createdAt }: ProjectRecord): ProjectView {
  return { project_id: id, name, created_at: isoTime(createdAt) };
}

export function tokenView(token: TokenRecord): TokenView {
  return {
    token_id: token.id,
    use: token.use,
    kind: token.kind,
    principal_id: token.principalId,
    name: token.name,
    project_id: token.projectId,
    created_at: isoTime(token.createdAt),
    expires_at: token.expiresAt === null ? null : isoTime(token.expiresAt),
    revoked_at: token.revokedAt === null ? null : isoTime(token.revokedAt),
  };
}
