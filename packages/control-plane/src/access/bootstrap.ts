import { CountersignError } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { ProjectRecord, UserRecord } from '../ports/records.ts';
import { createProject, createUser } from './administer.ts';
import { createToken } from './create-token.ts';
import { newSecret } from './secrets.ts';

export type Bootstrapped = { readonly user: UserRecord; readonly project: ProjectRecord; readonly secret: string };

const attemptsMax = 5;

/**
 * On an empty database: the first user (an administrator), a project and a credential. Otherwise null. The credential
 * comes last and is handed to `keep` before it is valid, so that a start that was cut short anywhere is made good by
 * the next one, and nobody is left without a way in.
 */
export async function bootstrap(
  plane: ControlPlane,
  userName: string,
  keep: (secret: string) => void = () => {},
): Promise<Bootstrapped | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptBootstrap(plane, userName, keep);
    } catch (error) {
      // Another replica starts at the same time: go on from what it has made.
      const isTaken = error instanceof CountersignError && error.code === 'name_taken';
      if (!isTaken || attempt >= attemptsMax) throw error;
    }
  }
}

async function attemptBootstrap(
  plane: ControlPlane,
  userName: string,
  keep: (secret: string) => void,
): Promise<Bootstrapped | null> {
  const { store } = plane;
  if ((await store.listTokens()).some(({ use }) => use === 'bearer')) return null;
  const admin = (await store.listUsers()).find(({ isAdmin }) => isAdmin);
  const user = admin ?? (await createUser(plane, 'system', { name: userName, isAdmin: true }));
  const [own] = await store.listProjectsOf(user.id);
  const project = own ?? (await createProject(plane, user, 'default'));
  const secret = newSecret('user');
  keep(secret);
  await createToken(
    plane,
    { kind: 'user', id: user.id },
    { kind: 'user', name: 'first start', projectId: null, userId: user.id, machine: null, expiresInSeconds: null },
    secret,
  );
  return { user, project, secret };
}
