import type { ToolCallId } from '@countersign/contract';
import type { FeedEvent, Store } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import { telemetryLimits as limits } from './limits.ts';

/**
 * Which trace a call belongs to that came as a part of one. Every process hears it when the call is asked for; one that
 * was started later finds it in the log, where it stays.
 */
export class TraceMemory {
  readonly #known = new Map<string, string>();
  #log: Pick<Store, 'listEvents'> | null = null;
  #since = 0;

  /** From this time on everything is heard; what is older is in the log. */
  start(log: Pick<Store, 'listEvents'>, now: number): void {
    this.#log = log;
    this.#since = now;
  }

  /** Most calls belong to no trace, and cost nothing here. */
  hear({ type, subjectId, data }: Pick<FeedEvent, 'type' | 'subjectId' | 'data'>): void {
    if (type !== 'tool_call.submitted' || typeof data.traceparent !== 'string') return;
    this.#known.set(subjectId, data.traceparent);
    // The one that was asked for first goes first.
    if (this.#known.size > limits.tracesMax) this.#known.delete(this.#known.keys().next().value!);
  }

  forget(callId: ToolCallId): void {
    this.#known.delete(callId);
  }

  /** The header that the call came with; null where it came with none. */
  async find({ id, request }: ToolCall): Promise<string | null> {
    const known = this.#known.get(id);
    if (known !== undefined || request.createdAt >= this.#since) return known ?? null;
    const found = this.#log && (await findInLog(this.#log, id, request.sessionId));
    if (found !== null) this.#known.set(id, found);
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
