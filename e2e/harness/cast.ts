import type { PrincipalKind, ProjectId, UserId } from '@countersign/contract';
import {
  type Bootstrapped,
  type ControlPlane,
  createProject,
  createToken,
  createUser,
  putMember,
  type User,
} from '@countersign/control-plane';

/** Everyone who takes part, by what they are called in the tests. */
export type CastId =
  | 'owner'
  | 'member'
  | 'outsider'
  | 'stranger'
  | 'agent'
  | 'secondAgent'
  | 'foreignAgent'
  | 'runner'
  | 'secondRunner'
  | 'foreignRunner';

/** Bearer secrets. */
export type Cast = Readonly<Record<CastId, string>>;

/** Ids of the principals, and of the two projects. */
export type Ids = Readonly<Record<CastId | 'project' | 'otherProject', string>>;

/** The machines of the two runners of the project. */
export const machines = { runner: 'laptop', secondRunner: 'desktop' } as const;

/**
 * Olga owns the project and administers; Mia is a member of it. Otto is a member of the other project, and Stan
 * administers without belonging to any.
 */
export async function createCast(
  plane: ControlPlane,
  { user, project, secret }: Bootstrapped,
): Promise<{ readonly cast: Cast; readonly ids: Ids }> {
  const olga = { kind: 'user', id: user.id, name: user.name, isAdmin: true } as User;
  const [mia, otto, stan] = await Promise.all([
    createUser(plane, 'system', { name: 'Mia', isAdmin: false }),
    createUser(plane, 'system', { name: 'Otto', isAdmin: false }),
    createUser(plane, 'system', { name: 'Stan', isAdmin: true }),
  ]);
  await putMember(plane, olga, { projectId: project.id, userId: mia.id, role: 'member' });
  const other = await createProject(plane, otto, 'other');

  const cast: Partial<Record<CastId, string>> = { owner: secret };
  const ids: Partial<Record<keyof Ids, string>> = { owner: user.id, project: project.id, otherProject: other.id };
  const issue = async (
    castId: CastId,
    kind: PrincipalKind,
    of: { projectId?: ProjectId; userId?: UserId; machine?: string },
  ): Promise<void> => {
    const { token, secret } = await createToken(plane, olga, {
      kind,
      name: castId,
      projectId: of.projectId ?? null,
      userId: of.userId ?? null,
      machine: of.machine ?? null,
      expiresInSeconds: null,
    });
    cast[castId] = secret;
    ids[castId] = token.principalId;
  };
  await Promise.all([
    issue('member', 'user', { userId: mia.id }),
    issue('outsider', 'user', { userId: otto.id }),
    issue('stranger', 'user', { userId: stan.id }),
    issue('agent', 'agent', { projectId: project.id }),
    issue('secondAgent', 'agent', { projectId: project.id }),
    issue('foreignAgent', 'agent', { projectId: other.id }),
    issue('runner', 'runner', { projectId: project.id, machine: machines.runner }),
    issue('secondRunner', 'runner', { projectId: project.id, machine: machines.secondRunner }),
    issue('foreignRunner', 'runner', { projectId: other.id, machine: machines.runner }),
  ]);
  return { cast: cast as Cast, ids: ids as Ids };
}
