import type {
  AgentRecord,
  Change,
  ProjectRecord,
  RunnerRecord,
  SessionRecord,
  Store,
  UserRecord,
} from '@countersign/control-plane';
import { anAgent, aProject, aRunner, aSession, aUser } from './records.ts';

export type Workspace = {
  readonly user: UserRecord;
  readonly project: ProjectRecord;
  readonly agent: AgentRecord;
  readonly session: SessionRecord;
  readonly runner: RunnerRecord;
};

/** What has to be there before a call can be made: a user, a project of theirs, an agent in a session, a runner. */
export async function addWorkspace(store: Store): Promise<Workspace> {
  const user = aUser();
  const project = aProject();
  const session = aSession({ projectId: project.id, userId: user.id });
  const agent = anAgent({
    id: session.agentId,
    projectId: project.id,
    ownerId: user.id,
    defaultSessionId: session.id,
  });
  const runner = aRunner({ projectId: project.id, ownerId: user.id });
  const member = { projectId: project.id, userId: user.id, role: 'owner' } as const;
  await mustCommit(store, { guard: { kind: 'user', record: user }, events: [] });
  await mustCommit(store, {
    guard: { kind: 'project', record: project },
    following: [{ kind: 'member', record: member }],
    events: [],
  });
  await mustCommit(store, {
    guard: { kind: 'agent', record: agent },
    following: [{ kind: 'session', record: session }],
    events: [],
  });
  await mustCommit(store, { guard: { kind: 'runner', record: runner }, events: [] });
  return { user, project, agent, session, runner };
}

async function mustCommit(store: Store, change: Change): Promise<void> {
  const { ok } = await store.commit(change);
  if (!ok) throw new Error(`a ${change.guard.kind} like that is there already`);
}
