import type { GrantMatcher } from '@countersign/contract';
import type { GrantRecord } from '@countersign/control-plane';
import type { GrantRow } from '../schema.ts';

export function grantRow(record: GrantRecord): GrantRow {
  return {
    id: record.id,
    project_id: record.projectId,
    session_id: record.sessionId,
    scope: record.scope,
    matcher: JSON.stringify(record.matcher),
    owner_id: record.owner.userId,
    owner_name: record.owner.name,
    approval_id: record.approvalId,
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    revoked_at: record.revokedAt,
  };
}

export function grantOf(row: GrantRow): GrantRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    sessionId: row.session_id,
    scope: row.scope,
    matcher: JSON.parse(row.matcher) as GrantMatcher,
    owner: { userId: row.owner_id, name: row.owner_name },
    approvalId: row.approval_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  } as GrantRecord;
}
