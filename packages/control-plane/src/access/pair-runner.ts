import {
  CountersignError,
  newId,
  type ProjectId,
  type RunnerId,
  type TokenId,
  type UserId,
} from '@countersign/contract';
import { keyFingerprint, newPairingCode, parsePairingCode } from '@countersign/tool-call';
import { type ControlPlane, limits } from '../control-plane.ts';
import type { RunnerRecord, TokenRecord, UserRecord } from '../ports/records.ts';
import { actorOf, type User } from '../principal.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { systemEvent } from './system-event.ts';

export type PairInput = { readonly code: string; readonly name: string; readonly machine: string };

/** A code with which one runner can join the project. Kept as a hash, like every secret. */
export async function createPairingCode(
  plane: ControlPlane,
  by: User,
  projectId: ProjectId,
): Promise<{ readonly code: string; readonly expiresInSeconds: number }> {
  const { code, secret } = newPairingCode(plane.signer.key.public_key);
  plane.redactor.learn(code, code.replaceAll('-', ''));
  const at = plane.clock.now();
  const record: TokenRecord = {
    ...tokenOf(at, 'pairing code', secret),
    use: 'pairing',
    kind: 'user',
    principalId: by.id,
    projectId,
    expiresAt: at + limits.pairingCodeTtlMs,
  };
  await plane.store.commit({
    guard: { kind: 'none' },
    following: [{ kind: 'token', record }],
    events: [systemEvent('pairing_code.created', actorOf(by), at, record.id, { by: by.name }, projectId)],
  });
  return { code, expiresInSeconds: limits.pairingCodeTtlMs / 1000 };
}

/** Spends the code and makes the runner with its credential in one commit: of two that send it, one gets in. */
export async function pairRunner(
  plane: ControlPlane,
  input: PairInput,
): Promise<{ readonly runner: RunnerRecord; readonly secret: string }> {
  const { code, projectId, owner } = await findCode(plane, input.code);
  await requireFreeName(plane, projectId, input.name);
  const secret = newSecret('runner');
  plane.redactor.learn(secret);
  const at = plane.clock.now();
  const { name, machine } = input;
  const unseen = { seenAt: null, announcement: null };
  const runner: RunnerRecord = {
    id: newId<RunnerId>(at),
    projectId,
    ownerId: owner.id,
    name,
    machine,
    createdAt: at,
    ...unseen,
  };
  const token: TokenRecord = {
    ...tokenOf(at, name, secret),
    use: 'bearer',
    kind: 'runner',
    principalId: runner.id,
    projectId,
    expiresAt: null,
  };
  const paired = { name, machine, by: owner.name, code_id: code.id, token_id: token.id };
  try {
    const committed = await plane.store.commit({
      guard: { kind: 'revoke_token', tokenId: code.id, at },
      following: [
        { kind: 'runner', record: runner },
        { kind: 'token', record: token },
      ],
      events: [systemEvent('runner.paired', `runner:${runner.id}`, at, runner.id, paired, projectId)],
    });
    if (!committed.ok) throw spent();
  } catch (error) {
    // Nothing was written. It may be that another took the name at this very moment.
    if (error instanceof CountersignError && error.code === 'internal') {
      await requireFreeName(plane, projectId, name);
    }
    throw error;
  }
  return { runner, secret };
}

/** Wrong, spent, too old, of somebody who has left or for another server: always the same words. */
async function findCode(
  { store, clock, signer }: ControlPlane,
  text: string,
): Promise<{ readonly code: TokenRecord; readonly projectId: ProjectId; readonly owner: UserRecord }> {
  const parsed = parsePairingCode(text);
  if (!parsed || parsed.fingerprint !== keyFingerprint(signer.key.public_key)) throw spent();
  const code = await store.findTokenByHash(hashSecret(parsed.secret));
  if (code?.use !== 'pairing' || code.revokedAt !== null || (code.expiresAt ?? 0) <= clock.now()) throw spent();
  const { projectId } = code;
  const ownerId = code.principalId as UserId;
  const [owner, member] = await Promise.all([
    store.findUser(ownerId),
    projectId === null ? null : store.findMember(projectId, ownerId),
  ]);
  if (!owner || !member || projectId === null) throw spent();
  return { code, projectId, owner };
}

function spent(): CountersignError {
  return new CountersignError(
    'code_spent',
    'This pairing code is not valid: it works once and for ten minutes. Get a new one with "countersign runner code".',
  );
}

async function requireFreeName({ store }: ControlPlane, projectId: ProjectId, name: string): Promise<void> {
  if (!(await store.isRunnerNameTaken(projectId, name))) return;
  throw new CountersignError(
    'name_taken',
    `This project has a runner named "${name}". Choose another name; the code still works.`,
  );
}

function tokenOf(at: number, name: string, secret: string) {
  return { id: newId<TokenId>(at), name, hash: hashSecret(secret), createdAt: at, revokedAt: null };
}
