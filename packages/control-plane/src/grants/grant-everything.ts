import { CountersignError, type GrantId, newId, type ProjectId, type SessionId } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { GrantRecord } from '../ports/records.ts';
import { personOf, type User } from '../principal.ts';
import { grantCreated } from './remember-decision.ts';

/**
 * A2: everything in a session from now on, without a call that asks for it. It always ends: nobody has seen what it will
 * let through. What waits already was asked of people, and still waits.
 */
export async function grantEverything(
  plane: ControlPlane,
  user: User,
  { projectId, sessionId }: { readonly projectId: ProjectId; readonly sessionId: SessionId },
  expiresInSeconds: number,
): Promise<GrantRecord> {
  const session = await plane.store.findSession(projectId, sessionId);
  if (!session) throw new CountersignError('not_found', 'There is no such session here.');
  const at = plane.clock.now();
  const grant: GrantRecord = {
    id: newId<GrantId>(at),
    projectId,
    sessionId,
    scope: 'session',
    matcher: { kind: 'everything' },
    owner: personOf(user),
    approvalId: null,
    createdAt: at,
    expiresAt: at + expiresInSeconds * 1000,
    revokedAt: null,
  };
  await plane.store.commit({
    guard: { kind: 'none' },
    following: [{ kind: 'grant', record: grant }],
    events: [grantCreated(grant, at)],
  });
  return grant;
}
