import { type Static, Type } from 'typebox';
import { Nullable, Strict, Timestamp, Uuid } from './primitives.ts';

/** A file as it was when a person was shown the call: its hash, null where there was none. */
export const ExpectedFile = Strict({ path: Type.String(), sha256: Nullable(Type.String()) });
export type ExpectedFile = Static<typeof ExpectedFile>;

/** L7: what the digest is taken over. Shown, decided, signed and executed are this one object. */
export const SealedCall = Strict({
  tool_name: Type.String(),
  tool_version: Type.String(),
  arguments: Type.Record(Type.String(), Type.Unknown()),
  project_id: Uuid,
  session_id: Uuid,
  agent_id: Uuid,
  target: Type.String(),
  policy_version: Type.String(),
  network: Type.Boolean({ description: 'Whether it may use the network; never unless policy gives it' }),
  expected_files: Type.Array(ExpectedFile, {
    description: 'Files that the call stands on, as they were shown; one that is another by now stops it',
  }),
});
export type SealedCall = Static<typeof SealedCall>;

/** An execution order: the sealed call, its digest, and what makes it usable once and for a while only. */
export const ExecutionOrder = Strict({
  tool_id: Uuid,
  call: SealedCall,
  digest: Type.String(),
  nonce: Type.String(),
  issued_at: Timestamp,
  expires_at: Timestamp,
  execution_timeout_ms: Type.Integer(),
});
export type ExecutionOrder = Static<typeof ExecutionOrder>;

export const SignedOrder = Strict({
  order: ExecutionOrder,
  key_id: Type.String(),
  signature: Type.String({ description: 'Ed25519 over the canonical JSON of the order, base64url' }),
});
export type SignedOrder = Static<typeof SignedOrder>;

/** Asks a runner what a call would change or run, before a person is asked. Signed, because it makes a runner read. */
export const PreviewOrder = Strict({
  purpose: Type.Literal('preview'),
  tool_id: Uuid,
  call: SealedCall,
  issued_at: Timestamp,
  expires_at: Timestamp,
});
export type PreviewOrder = Static<typeof PreviewOrder>;

export const SignedPreviewOrder = Strict({
  order: PreviewOrder,
  key_id: Type.String(),
  signature: Type.String({ description: 'Ed25519 over the canonical JSON of the order, base64url' }),
});
export type SignedPreviewOrder = Static<typeof SignedPreviewOrder>;

export const ClaimResponse = Strict({
  tool_id: Uuid,
  fence: Type.Integer(),
  lease_expires_at: Timestamp,
  signed_order: SignedOrder,
});
export type ClaimResponse = Static<typeof ClaimResponse>;

export const RenewLeaseRequest = Strict({ fence: Type.Integer({ minimum: 1 }) });
export const RenewLeaseResponse = Strict({
  tool_id: Uuid,
  lease_expires_at: Timestamp,
  cancel_requested_at: Nullable(Timestamp),
});

export const ServerKey = Strict({
  key_id: Type.String(),
  algorithm: Type.Literal('Ed25519'),
  public_key: Type.String({ description: 'SPKI, PEM' }),
});
export type ServerKey = Static<typeof ServerKey>;
