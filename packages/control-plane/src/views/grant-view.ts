import { type GrantView, isoTime } from '@countersign/contract';
import { grantText, grantWarning } from '@countersign/policy';
import type { ControlPlane } from '../control-plane.ts';
import type { GrantHits, GrantRecord } from '../ports/records.ts';

/** Grants with what each of them let through. */
export async function grantViews({ store }: ControlPlane, grants: readonly GrantRecord[]): Promise<GrantView[]> {
  const counted = await store.countGrantHits(grants.map(({ id }) => id));
  const hits = new Map(counted.map((each) => [each.grantId, each]));
  return grants.map((grant) => grantView(grant, hits.get(grant.id)));
}

/** Without hits: of one that was made just now. */
export function grantView(grant: GrantRecord, hits?: GrantHits): GrantView {
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
    hits: hits?.hits ?? 0,
    last_hit_at: hits ? isoTime(hits.lastHitAt) : null,
    created_at: isoTime(grant.createdAt),
    expires_at: grant.expiresAt === null ? null : isoTime(grant.expiresAt),
    revoked_at: grant.revokedAt === null ? null : isoTime(grant.revokedAt),
  };
}
