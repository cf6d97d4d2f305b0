import type { ToolCallId } from '@countersign/contract';
import type { FeedEvent, Store } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import { telemetryLimits as limits } from './limits.ts';

/**
 * Which trace a call belongs to that came as a part of one. Every process hears it when the call is asked for; one that
 * was started later finds it in the log, where it stays.
 */
export class TraceMemory {
  /** The header of each; null for one that came with none, as long as the log would have to be asked for it. */
  readonly #known = new Map<string, string | null>();
  #log: Pick<Store, 'listEvents'> | null = null;
  #heardAllSince = 0;

  /** From now on everything is heard; what is older is in the log. Clocks of others may be ahead. */
  start(log: Pick<Store, 'listEvents'>, now: number): void {
    this.#log = log;
    this.#heardAllSince = now + limits.warmUpMs;
  }

  /** Most calls belong to no trace, and cost nothing here. */
  hear({ type, subjectId, at, data }: Pick<FeedEvent, 'type' | 'subjectId' | 'at' | 'data'>): void {
    if (type !== 'tool_call.submitted') return;
    if (typeof data.traceparent !== 'string' && at >= this.#heardAllSince) return;
    this.#known.set(subjectId, typeof data.traceparent === 'string' ? data.traceparent : null);
    // The one that was asked for first goes first.
    if (this.#known.size > limits.tracesMax) this.#known.delete(this.#known.keys().next().value!);
  }

  forget(callId: ToolCallId): void {
    this.#known.delete(callId);
  }

  /** The header that the call came with; null where it came with none. */
  async find({ id, request }: ToolCall): Promise<string | null> {
    const known = this.#known.get(id);
    if (known !== undefined || request.createdAt >= this.#heardAllSince) return known ?? null;
    const found = this.#log && (await findInLog(this.#log, id, request.sessionId));
    this.#known.set(id, found);
    return found;
  }
}

async function findInLog(log: Pick<Store, 'listEvents'>, callId: string, chainId: string): Promise<string | null> {
  let after = 0;
  for (let read = 0; read < limits.sessionEventsMax; read += limits.sessionEventsPage) {
    const events = await log.listEvents({ after, limit: limits.sessionEventsPage, chainId });
    const submitted = events.find(({ type, subjectId }) => type === 'tool_call.submitted' && subjectId === callId);
    if (submitted) return typeof submitted.data.traceparent === 'string' ? submitted.data.traceparent : null;
    if (events.length < limits.sessionEventsPage) return null;
    after = events.at(-1)!.seq;
  }
  return null;
}
