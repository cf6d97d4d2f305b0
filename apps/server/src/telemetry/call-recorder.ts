import type { ControlPlane, FeedEvent } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import { callFacts } from './call-facts.ts';
import type { Figures } from './figures.ts';
import { telemetryLimits as limits } from './limits.ts';
import { PendingApprovals } from './pending-approvals.ts';
import type { TraceMemory } from './trace-memory.ts';
import type { Tracing } from './tracing.ts';

/** Events after which a call is not counted again. */
const ends = new Set<FeedEvent['type']>([
  'tool_call.completed',
  'tool_call.failed',
  'tool_call.rejected',
  'tool_call.timed_out',
  'tool_call.cancelled',
  'tool_call.lost',
]);

type Parts = {
  readonly plane: Pick<ControlPlane, 'store' | 'tools'>;
  readonly figures: Figures;
  readonly tracing: Tracing;
  readonly memory: TraceMemory;
  readonly onError: (error: unknown) => void;
};

/**
 * Turns what the log tells into figures and spans. Every process hears every event; the one that made the change has
 * the call in hand, and it alone counts it, so that together they count everything once.
 */
export class CallRecorder {
  readonly #parts: Parts;
  readonly #pending = new PendingApprovals();
  /** When people were asked, by call. */
  readonly #askedAt = new Map<string, number>();
  readonly #unwritten = new Set<Promise<void>>();
  readonly #unsubscribe: () => void;
  #position = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#unsubscribe = parts.plane.store.subscribe((events) => {
      for (const event of events) this.#hear(event);
    });
    this.#track(this.#pending.count(parts.plane.store));
  }

  get approvalsPending(): number {
    return this.#pending.size;
  }

  get position(): number {
    return this.#position;
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    await Promise.allSettled(this.#unwritten);
  }

  #hear(event: FeedEvent): void {
    const { type, subjectId, at, call, data } = event;
    this.#position = event.seq;
    this.#parts.memory.hear(event);
    if (type.startsWith('approval.')) this.#hearOfApproval(event);
    if (call === undefined) return;
    if (type === 'tool_call.submitted') this.#parts.figures.callSubmitted(call.request.riskLevel);
    // What was lost and is reported after all has been counted when it was lost.
    if (!ends.has(type) || data.late === true) return;
    const facts = callFacts(call, this.#parts.plane.tools);
    this.#parts.figures.callEnded(facts);
    this.#askedAt.delete(subjectId);
    this.#trace(call, (tracing, traceparent) => {
      tracing.callEnded(call, facts, at, traceparent);
      this.#parts.memory.forget(call.id);
    });
  }

  #hearOfApproval(event: FeedEvent): void {
    const { type, subjectId, at, call, data } = event;
    this.#pending.hear(event);
    if (type === 'approval.requested') {
      this.#askedAt.set(subjectId, at);
      if (this.#askedAt.size > limits.tracesMax) this.#askedAt.delete(this.#askedAt.keys().next().value!);
      return;
    }
    const requestedAt = this.#askedAt.get(subjectId) ?? call?.request.createdAt ?? at;
    this.#askedAt.delete(subjectId);
    if (call === undefined) return;
    const decision = decisionOf(type, data.decision);
    this.#parts.figures.approvalEnded(at - requestedAt, decision);
    const end = { call, requestedAt, endedAt: at, decision };
    this.#trace(call, (tracing, traceparent) => tracing.approvalEnded(end, traceparent));
  }

  /** Costs nothing where nobody collects spans. */
  #trace(call: ToolCall, write: (tracing: Tracing, traceparent: string | null) => void): void {
    const { tracing, memory } = this.#parts;
    if (tracing.isCollected) this.#track(memory.find(call).then((traceparent) => write(tracing, traceparent)));
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch((error: unknown) => this.#parts.onError(error));
    this.#unwritten.add(tracked);
    void tracked.finally(() => this.#unwritten.delete(tracked));
  }
}

function decisionOf(type: FeedEvent['type'], said: unknown): string {
  if (type === 'approval.expired') return 'expired';
  if (type === 'approval.withdrawn') return 'withdrawn';
  return said === 'approve' || said === 'edit' || said === 'reject' ? said : 'other';
}
