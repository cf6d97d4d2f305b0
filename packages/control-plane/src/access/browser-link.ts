import { CountersignError, newId, type TokenId, type UserId } from '@countersign/contract';
import { type ControlPlane, limits } from '../control-plane.ts';
import type { TokenRecord } from '../ports/records.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { systemEvent } from './system-event.ts';

/** A link that signs a browser in once, for the user who started the server or asked for it. */
export async function createLink(
  plane: ControlPlane,
  userId: UserId,
): Promise<{ readonly ticket: string; readonly expiresInSeconds: number }> {
  const secret = newSecret('link');
  const record = tokenFor(plane, userId, 'link', secret, limits.linkTtlMs);
  await plane.store.commit({
    guard: { kind: 'none' },
    following: [{ kind: 'token', record }],
    events: [systemEvent('link.created', `user:${userId}`, record.createdAt, record.id, { user_id: userId })],
  });
  return { ticket: secret, expiresInSeconds: limits.linkTtlMs / 1000 };
}

/** Spends the link and opens the browser session in one commit: of two that follow it, one gets in. */
export async function followLink(
  plane: ControlPlane,
  ticket: string,
): Promise<{ readonly secret: string; readonly maxAgeSeconds: number }> {
  const link = await plane.store.findTokenByHash(hashSecret(ticket));
  const now = plane.clock.now();
  if (link?.use !== 'link' || link.revokedAt !== null || (link.expiresAt ?? 0) <= now) throw spent();
  const secret = newSecret('browser');
  const record = tokenFor(plane, link.principalId as UserId, 'browser', secret, limits.browserSessionTtlMs);
  const committed = await plane.store.commit({
    guard: { kind: 'revoke_token', tokenId: link.id, at: now },
    following: [{ kind: 'token', record }],
    events: [systemEvent('link.followed', `user:${link.principalId}`, now, link.id, { session_token_id: record.id })],
  });
  if (!committed.ok) throw spent();
  return { secret, maxAgeSeconds: limits.browserSessionTtlMs / 1000 };
}

function spent(): CountersignError {
  return new CountersignError(
    'link_spent',
    'This link works once and for ten minutes. Get a new one: restart, or run "countersign link".',
  );
}

function tokenFor(
  plane: ControlPlane,
  userId: UserId,
  use: 'link' | 'browser',
  secret: string,
  ttlMs: number,
): TokenRecord {
  plane.redactor.learn(secret);
  const at = plane.clock.now();
  return {
    id: newId<TokenId>(at),
    use,
    kind: 'user',
    principalId: userId,
    projectId: null,
    name: use,
    hash: hashSecret(secret),
    createdAt: at,
    expiresAt: at + ttlMs,
    revokedAt: null,
  };
}
