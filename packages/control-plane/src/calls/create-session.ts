import { newId, type SessionId } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { NewEvent, SessionRecord } from '../ports/records.ts';
import { type Agent, actorOf } from '../principal.ts';

export async function createSession(
  plane: ControlPlane,
  agent: Agent,
  input: { readonly title: string | null; readonly machine: string | null },
): Promise<SessionRecord> {
  const at = plane.clock.now();
  const session: SessionRecord = {
    id: newId<SessionId>(at),
    projectId: agent.projectId,
    agentId: agent.id,
    userId: agent.ownerId,
    title: input.title ?? `Session of ${agent.name}`,
    machine: input.machine,
    createdAt: at,
  };
  await plane.store.commit({
    guard: { kind: 'none' },
    following: [{ kind: 'session', record: session }],
    events: [sessionCreated(session, actorOf(agent))],
  });
  return session;
}

export function sessionCreated(session: SessionRecord, actor: NewEvent['actor']): NewEvent {
  return {
    chainId: session.id,
    projectId: session.projectId,
    type: 'session.created',
    subjectId: session.id,
    parentId: session.agentId,
    actor,
    at: session.createdAt,
    data: { title: session.title, agent_id: session.agentId },
  };
}
