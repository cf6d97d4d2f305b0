import {
  type AgentId,
  CountersignError,
  newId,
  type PrincipalKind,
  type ProjectId,
  type RunnerId,
  type SessionId,
  type TokenId,
  type UserId,
} from '@countersign/contract';
import { sessionCreated } from '../calls/create-session.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { SessionRecord, TokenRecord } from '../ports/records.ts';
import type { Change } from '../ports/store.ts';
import { actorOf, type User } from '../principal.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { systemEvent } from './system-event.ts';

export type NewTokenInput = {
  readonly kind: PrincipalKind;
  readonly name: string;
  readonly projectId: ProjectId | null;
  readonly userId: UserId | null;
  readonly machine: string | null;
  readonly expiresInSeconds: number | null;
};

/** A credential for a user, or together with a new agent or runner. The secret is given out once and kept as a hash. */
export async function createToken(
  plane: ControlPlane,
  by: Pick<User, 'id' | 'kind'>,
  input: NewTokenInput,
  secret: string = newSecret(input.kind),
): Promise<{ readonly token: TokenRecord; readonly secret: string }> {
  plane.redactor.learn(secret);
  const at = plane.clock.now();
  const ownerId = input.userId ?? by.id;
  if (!(await plane.store.findUser(ownerId))) throw new CountersignError('not_found', 'There is no such user.');
  const token = (principalId: TokenRecord['principalId'], projectId: ProjectId | null): TokenRecord => ({
    id: newId<TokenId>(at),
    use: 'bearer',
    kind: input.kind,
    principalId,
    projectId,
    name: input.name,
    hash: hashSecret(secret),
    createdAt: at,
    expiresAt: input.expiresInSeconds === null ? null : at + input.expiresInSeconds * 1000,
    revokedAt: null,
  });
  const { record, change } =
    input.kind === 'user' ? forUser(token(ownerId, null)) : await forMachine(plane, ownerId, input, at, token);
  const committed = await plane.store.commit({
    ...change,
    events: [
      ...change.events,
      systemEvent(
        'token.created',
        actorOf(by as User),
        at,
        record.id,
        { kind: record.kind, name: record.name, principal_id: record.principalId },
        record.projectId,
      ),
    ],
  });
  if (!committed.ok)
    throw new CountersignError(
      'name_taken',
      `This project has a ${input.kind} named "${input.name}". Choose another name.`,
    );
  return { token: record, secret };
}

type Planned = { readonly record: TokenRecord; readonly change: Change };

function forUser(record: TokenRecord): Planned {
  return { record, change: { guard: { kind: 'none' }, following: [{ kind: 'token', record }], events: [] } };
}

async function forMachine(
  plane: ControlPlane,
  ownerId: UserId,
  input: NewTokenInput,
  at: number,
  token: (principalId: TokenRecord['principalId'], projectId: ProjectId) => TokenRecord,
): Promise<Planned> {
  const { projectId, name } = input;
  if (projectId === null || !(await plane.store.findProject(projectId))) {
    throw new CountersignError('not_found', `Name the project of the ${input.kind}: there is none with that id.`);
  }
  if (input.kind === 'runner') {
    const id = newId<RunnerId>(at);
    const record = token(id, projectId);
    const unseen = { seenAt: null, announcement: null };
    const runner = { id, projectId, ownerId, name, machine: input.machine ?? name, createdAt: at, ...unseen };
    return {
      record,
      change: { guard: { kind: 'runner', record: runner }, following: [{ kind: 'token', record }], events: [] },
    };
  }
  const id = newId<AgentId>(at);
  const record = token(id, projectId);
  const session: SessionRecord = {
    id: newId<SessionId>(at),
    projectId,
    agentId: id,
    userId: ownerId,
    title: `Calls of ${name}`,
    machine: input.machine,
    createdAt: at,
  };
  return {
    record,
    change: {
      guard: {
        kind: 'agent',
        record: { id, projectId, ownerId, name, defaultSessionId: session.id, createdAt: at, externalId: null },
      },
      following: [
        { kind: 'session', record: session },
        { kind: 'token', record },
      ],
      events: [sessionCreated(session, `user:${ownerId}`)],
    },
  };
}
