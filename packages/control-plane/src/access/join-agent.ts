import { hash } from 'node:crypto';
import {
  type AgentId,
  CountersignError,
  limits,
  newId,
  type ProjectId,
  type SessionId,
  type UserId,
} from '@countersign/contract';
import { cutText, makeVisible } from '@countersign/policy';
import { sessionCreated } from '../calls/create-session.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { AgentRecord, ProjectRecord, SessionRecord } from '../ports/records.ts';
import { systemEvent } from './system-event.ts';

/** Who the token of an issuer says is calling, and where its agents belong. */
export type ExternalAgent = {
  readonly externalId: string;
  readonly issuer: string;
  /** To show to people; not an identity. */
  readonly name: string;
  /** Id or name. */
  readonly project: string;
  /** Id or name of the user whose agents they are; null for an owner of the project. */
  readonly owner: string | null;
};

const attemptsMax = 3;

/**
 * U3: the agent that stands for a caller of an issuer; made when it comes for the first time, with a session of its own.
 * It is an agent and never anything else: no token of an issuer makes a user or a runner.
 */
export async function joinAgent(plane: ControlPlane, external: ExternalAgent): Promise<AgentRecord> {
  const { store } = plane;
  const project = await projectOf(plane, external);
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const known = await store.findAgentByExternalId(external.externalId);
    if (known) {
      if (known.projectId === project.id) return known;
      throw refused(`The agent of this token belongs to another project than "${project.name}" by now.`);
    }
    const made = await makeAgent(plane, external, project, attempt > 0);
    if (made) return made;
  }
  throw new CountersignError('conflict', 'The agent of this token is just being made. Try again.');
}

/** Null where its name is taken, or somebody else was faster. */
async function makeAgent(
  plane: ControlPlane,
  external: ExternalAgent,
  project: ProjectRecord,
  isNameTaken: boolean,
): Promise<AgentRecord | null> {
  const at = plane.clock.now();
  const ownerId = await ownerOf(plane, external, project.id);
  const id = newId<AgentId>(at);
  const name = nameOf(external, isNameTaken);
  const session: SessionRecord = {
    id: newId<SessionId>(at),
    projectId: project.id,
    agentId: id,
    userId: ownerId,
    title: `Calls of ${name}`,
    machine: null,
    createdAt: at,
  };
  const record: AgentRecord = {
    id,
    projectId: project.id,
    ownerId,
    name,
    defaultSessionId: session.id,
    createdAt: at,
    externalId: external.externalId,
  };
  const committed = await plane.store.commit({
    guard: { kind: 'agent', record },
    following: [{ kind: 'session', record: session }],
    events: [
      systemEvent('agent.joined', 'system', at, id, { name, issuer: external.issuer }, project.id),
      sessionCreated(session, `user:${ownerId}`),
    ],
  });
  return committed.ok ? record : null;
}

/** A name that somebody has already gets a part that no other has. */
function nameOf({ name, externalId }: ExternalAgent, isTaken: boolean): string {
  const shown = cutText(makeVisible(name), limits.nameLengthMax - 10);
  return isTaken ? `${shown} ${hash('sha256', externalId, 'hex').slice(0, 8)}` : shown;
}

async function projectOf({ store }: ControlPlane, { project, issuer }: ExternalAgent): Promise<ProjectRecord> {
  const found = (await store.listProjects()).find(({ id, name }) => id === project || name === project);
  if (found) return found;
  throw refused(`Agents of ${issuer} belong to the project "${project}", and there is none. Correct the access file.`);
}

async function ownerOf(
  { store }: ControlPlane,
  { owner, issuer }: ExternalAgent,
  projectId: ProjectId,
): Promise<UserId> {
  const users = await store.listUsers();
  if (owner !== null) {
    const named = users.find(({ id, name }) => id === owner || name === owner);
    if (named) return named.id;
    throw refused(`Agents of ${issuer} are those of the user "${owner}", and there is none. Correct the access file.`);
  }
  for (const { id } of users) if ((await store.findMember(projectId, id))?.role === 'owner') return id;
  throw refused(`The project of agents of ${issuer} has no owner. Name one in the access file.`);
}

function refused(message: string): CountersignError {
  return new CountersignError('unauthenticated', message);
}
