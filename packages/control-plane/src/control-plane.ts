import type { MaskedStreams } from './output/masked-streams.ts';
import type { Access } from './ports/access.ts';
import type { Clock } from './ports/clock.ts';
import type { Gate } from './ports/gate.ts';
import type { OrderSigner } from './ports/order-signer.ts';
import type { Redactor } from './ports/redactor.ts';
import type { ServerExecutor } from './ports/server-executor.ts';
import type { Store } from './ports/store.ts';
import type { ToolRegistry } from './ports/tool-registry.ts';

/** What every use case needs. Built once, in the composition root. */
export type ControlPlane = {
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly tools: ToolRegistry;
  readonly access: Access;
  readonly redactor: Redactor;
  readonly output: MaskedStreams;
  readonly signer: OrderSigner;
  /** Runs calls in this process, and can say what they would change. */
  readonly executor: ServerExecutor;
  readonly settings: Settings;
};

export type Settings = {
  /** How long an approved call waits for a runner before it fails with "no runner". */
  readonly claimWindowMs: number;
  /** How long a claim lasts without being renewed. */
  readonly leaseMs: number;
  /** How long a call waits for a runner to say what it would change or run, before a person is asked without it. */
  readonly previewWindowMs: number;
};

export const limits = {
  /** A compare-and-set that loses this often in a row is answered as a conflict. */
  attemptsMax: 16,
  /** Added to a tool's own timeout before its claim can no longer be renewed. */
  executionGraceMs: 5_000,
  linkTtlMs: 10 * 60 * 1000,
  pairingCodeTtlMs: 10 * 60 * 1000,
  /** A runner says so often that it is there, and counts as there for so long after it. */
  announceEveryMs: 20_000,
  presentForMs: 60_000,
  browserSessionTtlMs: 12 * 3600 * 1000,
  dueBatch: 200,
} as const;
