import { CountersignError, type TokenId } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { TokenRecord } from '../ports/records.ts';
import { actorOf, type User } from '../principal.ts';
import { systemEvent } from './system-event.ts';

export async function revokeToken(plane: ControlPlane, by: User, tokenId: TokenId): Promise<TokenRecord> {
  const token = await plane.store.findToken(tokenId);
  if (!token) throw new CountersignError('not_found', 'There is no such token.');
  const at = plane.clock.now();
  await plane.store.commit({
    guard: { kind: 'revoke_token', tokenId, at },
    events: [
      systemEvent('token.revoked', actorOf(by), at, tokenId, { name: token.name, by: by.name }, token.projectId),
    ],
  });
  return (await plane.store.findToken(tokenId)) ?? token;
}
