import type { AgentId, RunnerId } from '@countersign/contract';
import {
  type Agent,
  agentCaller,
  bootstrap,
  type ControlPlane,
  createToken,
  type ProjectRecord,
  type Runner,
  type User,
} from '@countersign/control-plane';

export type Secret<P> = { readonly principal: P; readonly secret: string };

export type Workspace = {
  readonly project: ProjectRecord;
  readonly user: Secret<User>;
  readonly createAgent: (name: string) => Promise<Secret<Agent>>;
  readonly createRunner: (name: string) => Promise<Secret<Runner>>;
};

/** The first user and project of an empty database, made as the product makes them at its first start. */
export async function createWorkspace(plane: ControlPlane): Promise<Workspace> {
  const first = await bootstrap(plane, 'bench');
  if (!first) throw new Error('the database is not empty');
  const { user, project } = first;
  const createMachine = (kind: 'agent' | 'runner', name: string) =>
    createToken(
      plane,
      { kind: 'user', id: user.id },
      { kind, name, projectId: project.id, userId: null, machine: null, expiresInSeconds: null },
    );
  const userToken = (await plane.store.listTokens()).find((token) => token.principalId === user.id)!;
  return {
    project,
    user: {
      secret: first.secret,
      principal: {
        kind: 'user',
        id: user.id,
        name: user.name,
        isAdmin: user.isAdmin,
        tokenId: userToken.id,
        use: userToken.use,
      },
    },
    async createAgent(name) {
      const { token, secret } = await createMachine('agent', name);
      const agent = (await plane.store.findAgent(token.principalId as AgentId))!;
      const { id, projectId, ownerId, defaultSessionId } = agent;
      return {
        secret,
        principal: {
          kind: 'agent',
          id,
          name,
          projectId,
          ownerId,
          defaultSessionId,
          tokenId: token.id,
          caller: agentCaller(agent, token.id),
        },
      };
    },
    async createRunner(name) {
      const { token, secret } = await createMachine('runner', name);
      const runner = (await plane.store.findRunner(token.principalId as RunnerId))!;
      const { id, projectId, machine } = runner;
      return { secret, principal: { kind: 'runner', id, name, projectId, machine, tokenId: token.id } };
    },
  };
}
