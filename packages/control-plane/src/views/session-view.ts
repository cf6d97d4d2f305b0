import { isoTime, type SessionView } from '@countersign/contract';
import { everythingWarning } from '@countersign/policy';
import type { ControlPlane } from '../control-plane.ts';
import type { SessionRecord } from '../ports/records.ts';

/** Sessions with the names of their agents, which are read in one go. */
export async function sessionViews(
  plane: ControlPlane,
  sessions: readonly SessionRecord[],
): Promise<readonly SessionView[]> {
  const agents = await plane.store.findAgents([...new Set(sessions.map(({ agentId }) => agentId))]);
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  return Promise.all(sessions.map((session) => viewOf(plane, session, names.get(session.agentId) ?? '')));
}

export async function sessionView(plane: ControlPlane, session: SessionRecord): Promise<SessionView> {
  const agent = await plane.store.findAgent(session.agentId);
  return viewOf(plane, session, agent?.name ?? '');
}

/** A session with the banner that is shown while everything in it is approved (A2). */
async function viewOf(plane: ControlPlane, session: SessionRecord, agentName: string): Promise<SessionView> {
  const grants = await plane.store.listActiveGrants(session.id, plane.clock.now());
  const everything = grants.find(({ matcher }) => matcher.kind === 'everything');
  return {
    session_id: session.id,
    project_id: session.projectId,
    agent_id: session.agentId,
    agent_name: agentName,
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
