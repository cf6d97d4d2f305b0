import { CountersignError, type JsonObject, type ToolCallId } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import type { FeedEvent } from '../ports/records.ts';
import type { ServerExecutor } from '../ports/tool-registry.ts';
import { claimAs } from './claim-call.ts';
import { renewAs } from './renew-lease.ts';
import { settleAs } from './settle-call.ts';

const workBatch = 100;

/**
 * Runs approved calls whose target is the server itself. Claims like any executor, so that of many replicas one gets
 * a call; what was approved while nobody ran is picked up at the start.
 */
export class ServerWorker {
  readonly #plane: ControlPlane;
  readonly #executor: ServerExecutor;
  readonly #onError: (error: unknown) => void;
  readonly #unsubscribe: () => void;
  readonly #running = new Map<ToolCallId, AbortController>();
  readonly #inFlight = new Set<Promise<void>>();

  constructor(plane: ControlPlane, executor: ServerExecutor, onError: (error: unknown) => void) {
    this.#plane = plane;
    this.#executor = executor;
    this.#onError = onError;
    this.#unsubscribe = plane.store.subscribe((events) => this.#look(events));
    this.#track(this.#catchUp());
  }

  /** Takes no more work and waits for what is under way. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await Promise.allSettled([...this.#inFlight]);
  }

  #look(events: readonly FeedEvent[]): void {
    for (const { type, call, subjectId, projectId } of events) {
      if (type === 'tool_call.cancel_requested') this.#running.get(subjectId as ToolCallId)?.abort();
      if (type !== 'tool_call.approved') continue;
      if (call) this.#take(call);
      else if (projectId !== null)
        this.#track(
          this.#plane.store.findCall(projectId, subjectId as ToolCallId).then((found) => found && this.#take(found)),
        );
    }
  }

  async #catchUp(): Promise<void> {
    for (const call of await this.#plane.store.listServerWork(workBatch)) this.#take(call);
  }

  #take(call: ToolCall): void {
    if (call.request.target === 'server' && call.state.status === 'approved') this.#track(this.#run(call));
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.then(
      () => undefined,
      (error) => this.#onError(error),
    );
    this.#inFlight.add(tracked);
    void tracked.finally(() => this.#inFlight.delete(tracked));
  }

  async #run(approved: ToolCall): Promise<void> {
    let call: ToolCall;
    try {
      call = await claimAs(this.#plane, approved, 'server', 'system');
    } catch (error) {
      // Another replica was faster, or the call was cancelled: nothing to do here.
      if (error instanceof CountersignError && error.code !== 'unavailable') return;
      throw error;
    }
    const stop = new AbortController();
    this.#running.set(call.id, stop);
    const timer = this.#plane.clock.at(this.#plane.clock.now() + call.request.executionTimeoutMs, () => stop.abort());
    const stopRenewing = this.#keepLease(call);
    try {
      await this.#execute(call, stop.signal);
    } finally {
      stopRenewing();
      timer();
      this.#running.delete(call.id);
    }
  }

  /** Renews three times per lease, so that one late turn of the loop does not make a running call `unknown`. */
  #keepLease(call: ToolCall): () => void {
    const { clock, settings } = this.#plane;
    let callOff = (): void => undefined;
    const renew = (): void => {
      callOff = clock.at(clock.now() + settings.leaseMs / 3, () => {
        this.#track(renewAs(this.#plane, call, 'server', 'system', 1).catch(() => undefined));
        renew();
      });
    };
    renew();
    return () => callOff();
  }

  async #execute(call: ToolCall, signal: AbortSignal): Promise<void> {
    const base = { result: null, error: null, errorType: null, executionTimeMs: null, fence: null };
    const args = JSON.parse(call.request.sealedArguments ?? '{}') as JsonObject;
    try {
      const ended = await this.#executor.execute(call.request.toolName, args, signal);
      const report = ended.ok
        ? ({ ...base, status: 'completed', result: ended.result } as const)
        : ({ ...base, status: 'failed', error: ended.error, result: ended.result ?? null } as const);
      await settleAs(this.#plane, call, 'server', 'system', report);
    } catch (error) {
      if (error instanceof CountersignError) throw error;
      const text = error instanceof Error ? error.message : String(error);
      await settleAs(this.#plane, call, 'server', 'system', { ...base, status: 'failed', error: text });
    }
  }
}
