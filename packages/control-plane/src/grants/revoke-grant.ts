import { CountersignError, type GrantId, type ProjectId } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { GrantRecord } from '../ports/records.ts';
import { actorOf, type User } from '../principal.ts';

/** Takes a remembered decision back. Revoking again changes nothing. */
export async function revokeGrant(
  plane: ControlPlane,
  user: User,
  projectId: ProjectId,
  grantId: GrantId,
): Promise<GrantRecord> {
  const grant = await plane.store.findGrant(projectId, grantId);
  if (!grant) throw new CountersignError('not_found', 'There is no such grant here.');
  if (grant.revokedAt !== null) return grant;
  const at = plane.clock.now();
  await plane.store.commit({
    guard: { kind: 'revoke_grant', grantId, at },
    events: [
      {
        chainId: grant.sessionId,
        projectId,
        type: 'grant.revoked',
        subjectId: grantId,
        parentId: grant.sessionId,
        actor: actorOf(user),
        at,
        data: { by: user.name },
      },
    ],
  });
  return (await plane.store.findGrant(projectId, grantId)) ?? grant;
}
