import { isoTime, type JsonObject, type SignedPreviewOrder } from '@countersign/contract';
import { orderText, type ToolCall } from '@countersign/tool-call';
import { sealedCallOf } from '../admission/seal-request.ts';
import type { ControlPlane } from '../control-plane.ts';

/** The signed order to say what a call would change or run; null where nobody waits for that any more. */
export function previewOrder({ signer, clock }: ControlPlane, call: ToolCall): SignedPreviewOrder | null {
  const { request, state } = call;
  if (state.status !== 'pending' || state.previewBy === null || request.sealedArguments === null) return null;
  if (clock.now() >= state.previewBy) return null;
  const order = {
    purpose: 'preview',
    tool_id: call.id,
    call: sealedCallOf(request, JSON.parse(request.sealedArguments) as JsonObject),
    issued_at: isoTime(request.createdAt),
    expires_at: isoTime(state.previewBy),
  } as const;
  return { order, key_id: signer.key.key_id, signature: signer.sign(orderText(order)) };
}
