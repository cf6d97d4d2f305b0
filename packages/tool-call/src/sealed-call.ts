import { createPublicKey, hash, verify } from 'node:crypto';
import {
  canonicalJson,
  type ExecutionOrder,
  type PreviewOrder,
  type SealedCall,
  type SignedOrder,
  type SignedPreviewOrder,
} from '@countersign/contract';

/** L7: SHA-256 over the canonical JSON of the sealed call, hex. */
export function digestOf(call: SealedCall): string {
  return hash('sha256', canonicalJson(call), 'hex');
}

/** The bytes that the server signs and the runner checks. */
export function orderText(order: ExecutionOrder | PreviewOrder): string {
  return canonicalJson(order);
}

export type OrderRefusal = 'signature' | 'digest' | 'expired' | 'replayed';
export type PreviewRefusal = 'signature' | 'purpose' | 'expired';

/**
 * A runner's own check of an order: signed by the key it was paired with, about exactly the call it carries, still
 * valid, and not seen before. Returns why it must not be executed, or null.
 */
export function refuseOrder(
  signed: SignedOrder,
  trusted: { readonly publicKey: string; readonly nowMs: number; readonly hasSeenNonce: (nonce: string) => boolean },
): OrderRefusal | null {
  const { order } = signed;
  if (!isSigned(signed, trusted.publicKey)) return 'signature';
  // An order to look at files is signed with the same key, and has no digest: it is none to execute.
  if (digestOf(order.call) !== order.digest) return 'digest';
  if (hasExpired(order, trusted.nowMs)) return 'expired';
  if (trusted.hasSeenNonce(order.nonce)) return 'replayed';
  return null;
}

/** The same for an order to look at files: it runs nothing, so that it may come twice, but it makes a runner read. */
export function refusePreview(
  signed: SignedPreviewOrder,
  trusted: { readonly publicKey: string; readonly nowMs: number },
): PreviewRefusal | null {
  if (!isSigned(signed, trusted.publicKey)) return 'signature';
  if (signed.order.purpose !== 'preview') return 'purpose';
  return hasExpired(signed.order, trusted.nowMs) ? 'expired' : null;
}

function isSigned({ order, signature }: SignedOrder | SignedPreviewOrder, publicKey: string): boolean {
  return verify(null, Buffer.from(orderText(order)), createPublicKey(publicKey), Buffer.from(signature, 'base64url'));
}

/** Said this way round, a time that cannot be read has passed. */
function hasExpired({ expires_at }: { readonly expires_at: string }, nowMs: number): boolean {
  return !(nowMs < Date.parse(expires_at));
}
