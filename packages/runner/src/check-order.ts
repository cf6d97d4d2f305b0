import {
  type ExecutionOrder,
  type JsonObject,
  type PreviewOrder,
  type SealedCall,
  type ServerKey,
  SignedOrder,
  SignedPreviewOrder,
} from '@countersign/contract';
import { compileArguments, type ResolvedArguments } from '@countersign/policy';
import { type OrderRefusal, type PreviewRefusal, refuseOrder, refusePreview } from '@countersign/tool-call';
import type { SeenOrder } from './journal.ts';
import { limits } from './limits.ts';

/** Why something that came is no order for this runner. None of these is ever claimed. */
export type OrderProblemKind =
  | 'malformed'
  | 'key'
  | 'signature'
  | 'digest'
  | 'expired'
  | 'replayed'
  | 'project'
  | 'machine';

export type OrderProblem = { readonly kind: OrderProblemKind; readonly words: string };

type RefusedOrder = {
  readonly ok: false;
  readonly problem: OrderProblem;
  /** Null where not even that could be read. */
  readonly call: SealedCall | null;
  readonly toolId: string | null;
};

export type CheckedOrder = { readonly ok: true; readonly signed: SignedOrder } | RefusedOrder;

export type CheckedPreview = { readonly ok: true; readonly order: PreviewOrder } | RefusedOrder;

/** What a runner knows for good: by these it tells an order of its server from anything else. */
export type Trusted = {
  readonly serverKey: ServerKey;
  readonly projectId: string;
  readonly machine: string;
};

const words: Readonly<Record<OrderProblemKind, string>> = {
  malformed: 'What came is not an order. The server is of another version, or something speaks in its place.',
  key: 'The order is signed with another key than the one this runner was paired with. Pair it again if the server has a new key.',
  signature: "The signature of the order is not the server's. Somebody may be speaking in its place.",
  digest: 'The order is about another call than the one that was decided.',
  expired: 'The order is too old. If that happens often, set the clocks of this machine and of the server.',
  replayed: 'The order was taken before. Nothing runs twice.',
  project: 'The order is for another project.',
  machine: 'The order is for another machine.',
};

/**
 * L7: tells orders of the paired server from everything else: shape, key, signature, digest, time, and whether it was
 * seen before. What passes is authentic; whether it may run here is judged after that.
 */
export class OrderChecker {
  readonly #trusted: Trusted;
  readonly #now: () => number;
  readonly #orderShape = compileArguments({ ...SignedOrder });
  readonly #previewShape = compileArguments({ ...SignedPreviewOrder });

  constructor(trusted: Trusted, now: () => number) {
    this.#trusted = trusted;
    this.#now = now;
  }

  /** `isReplayed` says what the journal knows of its nonce. */
  check(given: unknown, isReplayed: (order: ExecutionOrder) => boolean): CheckedOrder {
    if (!isShaped(this.#orderShape, given)) return refused('malformed', null, null);
    // What was checked is what was given: filling in defaults is no part of it.
    const signed = given as SignedOrder;
    const { order } = signed;
    const problem = this.#problemOf(signed.key_id, order.call, () =>
      refuseOrder(signed, { ...this.#known(), hasSeenNonce: () => isReplayed(order) }),
    );
    return problem === null ? { ok: true, signed } : refused(problem, order.call, order.tool_id);
  }

  checkPreview(given: unknown): CheckedPreview {
    if (!isShaped(this.#previewShape, given)) return refused('malformed', null, null);
    const signed = given as SignedPreviewOrder;
    const { order } = signed;
    const problem = this.#problemOf(signed.key_id, order.call, () => refusePreview(signed, this.#known()));
    return problem === null ? { ok: true, order } : refused(problem, order.call, order.tool_id);
  }

  /** Where it is from and for whom comes before what happened to it: a foreign order is foreign also when it is old. */
  #problemOf(
    keyId: string,
    call: SealedCall,
    refuse: () => OrderRefusal | PreviewRefusal | null,
  ): OrderProblemKind | null {
    if (keyId !== this.#trusted.serverKey.key_id) return 'key';
    const refusal = refuse();
    if (refusal === 'signature' || refusal === 'digest') return refusal;
    if (refusal === 'purpose') return 'malformed';
    return this.#placeProblem(call) ?? refusal;
  }

  #known() {
    return { publicKey: this.#trusted.serverKey.public_key, nowMs: this.#now() - limits.clockSkewMsMax };
  }

  #placeProblem({ project_id, target }: SealedCall): OrderProblemKind | null {
    if (project_id !== this.#trusted.projectId) return 'project';
    return target === 'runner:*' || target === `runner:${this.#trusted.machine}` ? null : 'machine';
  }
}

/** Whether an order that came again is the very one that was seen, word for word where it matters. */
export function isSameOrder(seen: SeenOrder, order: ExecutionOrder): boolean {
  return seen.toolId === order.tool_id && seen.digest === order.digest;
}

function isShaped(check: (given: JsonObject) => ResolvedArguments, given: unknown): boolean {
  return typeof given === 'object' && given !== null && check(given as JsonObject).ok;
}

function refused(kind: OrderProblemKind, call: SealedCall | null, toolId: string | null): RefusedOrder {
  return { ok: false, problem: { kind, words: words[kind] }, call, toolId };
}
