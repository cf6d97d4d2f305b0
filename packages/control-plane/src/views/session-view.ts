import { isoTime, type SessionView } from '@countersign/contract';
import { everythingWarning } from '@countersign/policy';
import type { ControlPlane } from '../control-plane.ts';
import type { SessionRecord } from '../ports/records.ts';

/** A session with the banner that is shown while everything in it is approved (A2). */
export async function sessionView(plane: ControlPlane, session: SessionRecord): Promise<SessionView> {
  const grants = await plane.store.listActiveGrants(session.id, plane.clock.now());
  const everything = grants.find(({ matcher }) => matcher.kind === 'everything');
  return {
    session_id: session.id,
    project_id: session.projectId,
    agent_id: session.agentId,
    title: session.title,
    machine: session.machine,
    banner: everything
      ? {
          text: `${everything.owner.name} approved everything in this session. ${everythingWarning}`,
          grant_id: everything.id,
          expires_at: everything.expiresAt === null ? null : isoTime(everything.expiresAt),
        }
      : null,
    created_at: isoTime(session.createdAt),
  };
}
