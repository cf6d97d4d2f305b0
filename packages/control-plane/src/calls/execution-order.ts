import { isoTime, type JsonObject, type SignedOrder } from '@countersign/contract';
import { orderText, type ToolCall } from '@countersign/tool-call';
import { sealedCallOf } from '../admission/seal-request.ts';
import { type ControlPlane, limits } from '../control-plane.ts';

/**
 * L7: the signed order of an approved or claimed call. The same call gives the same order every time, nonce included,
 * so that a runner that sees it twice knows it for what it is. Null where the call is no longer to be run.
 */
export function executionOrder({ signer }: Pick<ControlPlane, 'signer'>, call: ToolCall): SignedOrder | null {
  const { request, state } = call;
  if ((state.status !== 'approved' && state.status !== 'executing') || request.sealedArguments === null) return null;
  const args = JSON.parse(request.sealedArguments) as JsonObject;
  const order = {
    tool_id: call.id,
    call: sealedCallOf(request, args),
    digest: request.digest,
    nonce: state.nonce,
    issued_at: isoTime(state.approvedAt),
    expires_at: isoTime(state.claimBy + limits.executionGraceMs),
    execution_timeout_ms: request.executionTimeoutMs,
  };
  return { order, key_id: signer.key.key_id, signature: signer.sign(orderText(order)) };
}
