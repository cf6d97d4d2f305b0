import type {
  AgentRecord,
  MemberRecord,
  ProjectRecord,
  RunnerRecord,
  TokenRecord,
  UserRecord,
} from '@countersign/control-plane';
import type { AgentRow, MemberRow, ProjectRow, RunnerRow, TokenRow, UserRow } from '../schema.ts';

export function userRow(record: UserRecord): UserRow {
  return { id: record.id, name: record.name, is_admin: record.isAdmin ? 1 : 0, created_at: record.createdAt };
}

export function userOf(row: UserRow): UserRecord {
  return { id: row.id, name: row.name, isAdmin: row.is_admin === 1, createdAt: row.created_at } as UserRecord;
}

export function projectRow(record: ProjectRecord): ProjectRow {
  return { id: record.id, name: record.name, created_at: record.createdAt };
}

export function projectOf(row: ProjectRow): ProjectRecord {
  return { id: row.id, name: row.name, createdAt: row.created_at } as ProjectRecord;
}

export function memberRow(record: MemberRecord): MemberRow {
  return { project_id: record.projectId, user_id: record.userId, role: record.role };
}

export function memberOf(row: MemberRow): MemberRecord {
  return { projectId: row.project_id, userId: row.user_id, role: row.role } as MemberRecord;
}

export function agentRow(record: AgentRecord): AgentRow {
  return {
    id: record.id,
    project_id: record.projectId,
    owner_id: record.ownerId,
    name: record.name,
    default_session_id: record.defaultSessionId,
    created_at: record.createdAt,
    external_id: record.externalId,
  };
}

export function agentOf(row: AgentRow): AgentRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    ownerId: row.owner_id,
    name: row.name,
    defaultSessionId: row.default_session_id,
    createdAt: row.created_at,
    externalId: row.external_id,
  } as AgentRecord;
}

export function runnerRow(record: RunnerRecord): RunnerRow {
  return {
    id: record.id,
    project_id: record.projectId,
    owner_id: record.ownerId,
    name: record.name,
    machine: record.machine,
    created_at: record.createdAt,
    seen_at: record.seenAt,
    announcement: record.announcement && JSON.stringify(record.announcement),
  };
}

export function runnerOf(row: RunnerRow): RunnerRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    ownerId: row.owner_id,
    name: row.name,
    machine: row.machine,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    announcement: row.announcement === null ? null : JSON.parse(row.announcement),
  } as RunnerRecord;
}

export function tokenRow(record: TokenRecord): TokenRow {
  return {
    id: record.id,
    use: record.use,
    kind: record.kind,
    principal_id: record.principalId,
    project_id: record.projectId,
    name: record.name,
    hash: record.hash,
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    revoked_at: record.revokedAt,
  };
}

export function tokenOf(row: TokenRow): TokenRecord {
  return {
    id: row.id,
    use: row.use,
    kind: row.kind,
    principalId: row.principal_id,
    projectId: row.project_id,
    name: row.name,
    hash: row.hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  } as TokenRecord;
}
