import type { SandboxKind } from '@countersign/contract';

/** One thing a sandbox has to keep, and what was seen. */
export type ProofCheck = { readonly name: string; readonly isHeld: boolean; readonly saw: string };

/** T6: what was tried in a sandbox at the start, for everybody to read. It holds only where every check does. */
export type Proof = {
  readonly kind: SandboxKind;
  readonly holds: boolean;
  readonly checks: readonly ProofCheck[];
  readonly durationMs: number;
};
