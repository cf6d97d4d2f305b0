import type { TokenView } from '@countersign/contract';

export type TokenState = 'valid' | 'expired' | 'revoked';

/** Whoever was revoked stays revoked, whatever else would have happened. */
export function tokenState({ expires_at, revoked_at }: TokenView, now: number): TokenState {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'valid';
}
