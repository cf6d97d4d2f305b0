import type { ControlPlane } from '../control-plane.ts';
import type { ProjectRecord, UserRecord } from '../ports/records.ts';
import { createProject, createUser } from './administer.ts';
import { createToken } from './create-token.ts';

export type Bootstrapped = { readonly user: UserRecord; readonly project: ProjectRecord; readonly secret: string };

/** On an empty database: the first user (an administrator), a project and a credential. Otherwise null. */
export async function bootstrap(plane: ControlPlane, userName: string): Promise<Bootstrapped | null> {
  if ((await plane.store.listUsers()).length > 0) return null;
  const user = await createUser(plane, 'system', { name: userName, isAdmin: true });
  const project = await createProject(plane, user, 'default');
  const { secret } = await createToken(
    plane,
    { kind: 'user', id: user.id },
    { kind: 'user', name: 'first start', projectId: null, userId: user.id, machine: null, expiresInSeconds: null },
  );
  return { user, project, secret };
}
