import { randomBytes } from 'node:crypto';
import {
  type ExecutionOrder,
  isoTime,
  type JsonObject,
  newId,
  type PreviewOrder,
  type SealedCall,
  type SignedOrder,
  type SignedPreviewOrder,
} from '@countersign/contract';
import { digestOf, orderText } from '@countersign/tool-call';
import type { Stage } from './stage.ts';

/** A call as the server would seal it, whatever its gate says of it: what a server that was taken over can sign. */
export function sealedBy(
  stage: Stage,
  toolName: string,
  args: JsonObject,
  changes: Partial<SealedCall> = {},
): SealedCall {
  const tool = stage.server.plane.tools.find(toolName);
  const resolved = tool?.resolveArguments(args);
  return {
    tool_name: toolName,
    tool_version: tool?.version ?? 'none',
    arguments: resolved?.ok ? resolved.arguments : args,
    project_id: stage.projectId,
    session_id: newId<string>(),
    agent_id: newId<string>(),
    target: 'runner:*',
    policy_version: 'builtin',
    network: false,
    expected_files: [],
    ...changes,
  };
}

export function orderOf(call: SealedCall, changes: Partial<ExecutionOrder> = {}): ExecutionOrder {
  const nowMs = Date.now();
  return {
    tool_id: newId<string>(),
    call,
    digest: digestOf(call),
    nonce: randomBytes(16).toString('hex'),
    issued_at: isoTime(nowMs),
    expires_at: isoTime(nowMs + 60_000),
    execution_timeout_ms: 30_000,
    ...changes,
  };
}

/** Signed with the key that the runner was paired with. */
export function signedBy({ server }: Stage, order: ExecutionOrder): SignedOrder {
  const { signer } = server.plane;
  return { order, key_id: signer.key.key_id, signature: signer.sign(orderText(order)) };
}

/** The same for a look at what a call would change. */
export function previewSignedBy({ server }: Stage, call: SealedCall): SignedPreviewOrder {
  const { signer } = server.plane;
  const nowMs = Date.now();
  const order: PreviewOrder = {
    purpose: 'preview',
    tool_id: newId<string>(),
    call,
    issued_at: isoTime(nowMs),
    expires_at: isoTime(nowMs + 60_000),
  };
  return { order, key_id: signer.key.key_id, signature: signer.sign(orderText(order)) };
}
