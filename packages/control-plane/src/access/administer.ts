import { CountersignError, type MemberRole, newId, type ProjectId, type UserId } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { Actor, MemberRecord, ProjectRecord, UserRecord } from '../ports/records.ts';
import { actorOf, type User } from '../principal.ts';
import { systemEvent } from './system-event.ts';

export async function createUser(
  plane: ControlPlane,
  by: Actor,
  input: { readonly name: string; readonly isAdmin: boolean },
): Promise<UserRecord> {
  const at = plane.clock.now();
  const record: UserRecord = { id: newId<UserId>(at), name: input.name, isAdmin: input.isAdmin, createdAt: at };
  const committed = await plane.store.commit({
    guard: { kind: 'user', record },
    events: [systemEvent('user.created', by, at, record.id, { name: record.name, is_admin: record.isAdmin })],
  });
  if (!committed.ok)
    throw new CountersignError('name_taken', `There is a user named "${input.name}". Choose another name.`);
  return record;
}

export async function createProject(
  plane: ControlPlane,
  owner: Pick<User, 'id'>,
  name: string,
): Promise<ProjectRecord> {
  const at = plane.clock.now();
  const record: ProjectRecord = { id: newId<ProjectId>(at), name, createdAt: at };
  const committed = await plane.store.commit({
    guard: { kind: 'project', record },
    following: [{ kind: 'member', record: { projectId: record.id, userId: owner.id, role: 'owner' } }],
    events: [systemEvent('project.created', `user:${owner.id}`, at, record.id, { name }, record.id)],
  });
  if (!committed.ok)
    throw new CountersignError('name_taken', `There is a project named "${name}". Choose another name.`);
  return record;
}

/** Recorded with the name of who did it: an administrator cannot enter a project in silence. */
export async function putMember(
  plane: ControlPlane,
  by: User,
  input: { readonly projectId: ProjectId; readonly userId: UserId; readonly role: MemberRole },
): Promise<UserRecord> {
  const { projectId, userId, role } = input;
  const [project, user] = await Promise.all([plane.store.findProject(projectId), plane.store.findUser(userId)]);
  if (!project || !user) throw new CountersignError('not_found', 'There is no such project or user.');
  const committed = await plane.store.commit({
    guard: { kind: 'member', record: { projectId, userId, role } },
    events: [
      systemEvent(
        'member.added',
        actorOf(by),
        plane.clock.now(),
        projectId,
        { user_id: userId, name: user.name, role, by: by.name },
        projectId,
      ),
    ],
  });
  if (!committed.ok) throw lastOwner(user.name);
  return user;
}

/** They see nothing of the project from now on, whatever they hold open. What they decided stays decided. */
export async function removeMember(
  plane: ControlPlane,
  by: User,
  { projectId, userId }: { readonly projectId: ProjectId; readonly userId: UserId },
): Promise<MemberRecord & { readonly name: string }> {
  const members = await plane.store.listMembers(projectId);
  const member = members.find((each) => each.userId === userId);
  if (!member) throw new CountersignError('not_found', 'There is no such project, or they are not a member of it.');
  const data = { user_id: userId, name: member.name, role: member.role, by: by.name };
  const committed = await plane.store.commit({
    guard: { kind: 'remove_member', projectId, userId },
    events: [systemEvent('member.removed', actorOf(by), plane.clock.now(), projectId, data, projectId)],
  });
  if (committed.ok) return member;
  // Somebody else was faster, or they are the last owner.
  if (!(await plane.store.findMember(projectId, userId)))
    throw new CountersignError('not_found', 'They are no longer a member of this project.');
  throw lastOwner(member.name);
}

function lastOwner(name: string): CountersignError {
  return new CountersignError(
    'last_owner',
    `${name} is the only owner of this project. Make somebody else an owner first.`,
  );
}
