import { CountersignError } from '@countersign/contract';
import { systemEvent } from '../access/system-event.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { SecretRecord } from '../ports/records.ts';
import { actorOf, type User } from '../principal.ts';

/** Stored sealed, and never shown again; from now on it is masked wherever it turns up. */
export async function putSecret(plane: ControlPlane, by: User, name: string, value: string): Promise<SecretRecord> {
  plane.redactor.learn(value);
  const at = plane.clock.now();
  const before = (await plane.store.listSecrets()).find((secret) => secret.name === name);
  const record: SecretRecord = { name, createdAt: before?.createdAt ?? at, updatedAt: at };
  await plane.store.commit({
    guard: { kind: 'none' },
    following: [{ kind: 'secret', record, value }],
    events: [systemEvent('secret.stored', actorOf(by), at, name, { name, by: by.name, is_new: before === undefined })],
  });
  return record;
}

export async function removeSecret(plane: ControlPlane, by: User, name: string): Promise<SecretRecord> {
  const found = (await plane.store.listSecrets()).find((secret) => secret.name === name);
  const committed = await plane.store.commit({
    guard: { kind: 'remove_secret', name },
    events: [systemEvent('secret.removed', actorOf(by), plane.clock.now(), name, { name, by: by.name })],
  });
  if (!found || !committed.ok) throw new CountersignError('not_found', 'There is no secret of that name.');
  return found;
}
