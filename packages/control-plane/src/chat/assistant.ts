import { hash } from 'node:crypto';
import {
  type AgentId,
  CountersignError,
  newId,
  type ProjectId,
  type SessionId,
  type UserId,
} from '@countersign/contract';
import { systemEvent } from '../access/system-event.ts';
import { sessionCreated } from '../calls/create-session.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { AgentRecord, SessionRecord } from '../ports/records.ts';

const attemptsMax = 3;
const assistantName = 'assistant';

/** Whether an agent is the one that people of a project talk to. */
export function isAssistant({ projectId, externalId }: Pick<AgentRecord, 'projectId' | 'externalId'>): boolean {
  return externalId === externalIdOf(projectId);
}

/** W1: the agent of chat, one for a project; made when somebody writes to it for the first time. */
export async function assistantOf(
  plane: Pick<ControlPlane, 'store' | 'clock'>,
  projectId: ProjectId,
  userId: UserId,
): Promise<AgentRecord> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const known = await plane.store.findAgentByExternalId(externalIdOf(projectId));
    if (known) return known;
    const made = await makeAssistant(plane, projectId, userId, attempt > 0);
    if (made) return made;
  }
  throw new CountersignError('conflict', 'The agent of this project is just being made. Try again.');
}

/** Null where its name is taken, or somebody else was faster. */
async function makeAssistant(
  { store, clock }: Pick<ControlPlane, 'store' | 'clock'>,
  projectId: ProjectId,
  ownerId: UserId,
  isNameTaken: boolean,
): Promise<AgentRecord | null> {
  const at = clock.now();
  const id = newId<AgentId>(at);
  const name = isNameTaken ? `${assistantName} ${hash('sha256', projectId, 'hex').slice(0, 8)}` : assistantName;
  const session: SessionRecord = {
    id: newId<SessionId>(at),
    projectId,
    agentId: id,
    userId: ownerId,
    title: `Calls of ${name}`,
    machine: null,
    createdAt: at,
  };
  const record: AgentRecord = {
    id,
    projectId,
    ownerId,
    name,
    defaultSessionId: session.id,
    createdAt: at,
    externalId: externalIdOf(projectId),
  };
  const committed = await store.commit({
    guard: { kind: 'agent', record },
    following: [{ kind: 'session', record: session }],
    events: [
      systemEvent('agent.joined', 'system', at, id, { name, issuer: 'countersign' }, projectId),
      sessionCreated(session, `user:${ownerId}`),
    ],
  });
  return committed.ok ? record : null;
}

function externalIdOf(projectId: ProjectId): string {
  return `countersign:assistant:${projectId}`;
}
