import { type GrantView, isoTime } from '@countersign/contract';
import { grantText, grantWarning } from '@countersign/policy';
import type { GrantRecord } from '../ports/records.ts';

export function grantView(grant: GrantRecord): GrantView {
  return {
    grant_id: grant.id,
    project_id: grant.projectId,
    session_id: grant.sessionId,
    scope: grant.scope,
    matcher: grant.matcher,
    text: grantText(grant.matcher),
    warning: grantWarning(grant.matcher),
    owner: { user_id: grant.owner.userId, name: grant.owner.name },
    approval_id: grant.approvalId,
    created_at: isoTime(grant.createdAt),
    expires_at: grant.expiresAt === null ? null : isoTime(grant.expiresAt),
    revoked_at: grant.revokedAt === null ? null : isoTime(grant.revokedAt),
  };
}
