import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  canonicalJson,
  type ExecutionOrder,
  isoTime,
  newId,
  type PreviewOrder,
  type SealedCall,
  type ServerKey,
  type SignedOrder,
  type SignedPreviewOrder,
} from '@countersign/contract';
import { localToolDefinitions } from '@countersign/local-tools';
import { digestOf, toolVersion } from '@countersign/tool-call';

export const nowMs = Date.UTC(2026, 10, 15, 12);

/** A server that signs: what a runner is paired with, and what else may speak. */
export function signingServer(keyId = 'key-1') {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const serverKey: ServerKey = {
    key_id: keyId,
    algorithm: 'Ed25519',
    public_key: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  };
  const signatureOf = (order: ExecutionOrder | PreviewOrder): string =>
    sign(null, Buffer.from(canonicalJson(order)), privateKey).toString('base64url');
  return {
    serverKey,
    sign: (order: ExecutionOrder): SignedOrder => ({ order, key_id: keyId, signature: signatureOf(order) }),
    signPreview: (order: PreviewOrder): SignedPreviewOrder => ({ order, key_id: keyId, signature: signatureOf(order) }),
  };
}

export const projectId: string = newId<string>();

export function sealedCall(changes: Partial<SealedCall> = {}): SealedCall {
  const toolName = changes.tool_name ?? 'read_file';
  const definition = localToolDefinitions.find(({ name }) => name === toolName);
  return {
    tool_name: toolName,
    tool_version: definition ? toolVersion(definition) : 'none',
    arguments: { path: 'README.md' },
    project_id: projectId,
    session_id: newId<string>(),
    agent_id: newId<string>(),
    target: 'runner:*',
    policy_version: 'builtin',
    network: false,
    expected_files: [],
    ...changes,
  };
}

export function executionOrder(call: SealedCall = sealedCall(), changes: Partial<ExecutionOrder> = {}): ExecutionOrder {
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

export function previewOrder(call: SealedCall = sealedCall(), changes: Partial<PreviewOrder> = {}): PreviewOrder {
  return {
    purpose: 'preview',
    tool_id: newId<string>(),
    call,
    issued_at: isoTime(nowMs),
    expires_at: isoTime(nowMs + 60_000),
    ...changes,
  };
}
