import { createPublicKey, hash, verify } from 'node:crypto';
import { canonicalJson, type ExecutionOrder, type SealedCall, type SignedOrder } from '@countersign/contract';

/** L7: SHA-256 over the canonical JSON of the sealed call, hex. */
export function digestOf(call: SealedCall): string {
  return hash('sha256', canonicalJson(call), 'hex');
}

/** The bytes that the server signs and the runner checks. */
export function orderText(order: ExecutionOrder): string {
  return canonicalJson(order);
}

export type OrderRefusal = 'signature' | 'digest' | 'expired' | 'replayed';

/**
 * A runner's own check of an order: signed by the key it was paired with, about exactly the call it carries, still
 * valid, and not seen before. Returns why it must not be executed, or null.
 */
export function refuseOrder(
  signed: SignedOrder,
  trusted: { readonly publicKey: string; readonly nowMs: number; readonly hasSeenNonce: (nonce: string) => boolean },
): OrderRefusal | null {
  const { order, signature } = signed;
  const key = createPublicKey(trusted.publicKey);
  if (!verify(null, Buffer.from(orderText(order)), key, Buffer.from(signature, 'base64url'))) return 'signature';
  if (digestOf(order.call) !== order.digest) return 'digest';
  // Said this way round, a time that cannot be read has passed.
  if (!(trusted.nowMs < Date.parse(order.expires_at))) return 'expired';
  if (trusted.hasSeenNonce(order.nonce)) return 'replayed';
  return null;
}
