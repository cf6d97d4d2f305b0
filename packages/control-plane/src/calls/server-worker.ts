import { CountersignError, type JsonObject, type ToolCallId } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import type { FeedEvent } from '../ports/records.ts';
import type { ServerExecutor } from '../ports/tool-registry.ts';
import { claimAs } from './claim-call.ts';
import { renewAs } from './renew-lease.ts';
import { type Report, settleAs } from './settle-call.ts';

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
  #isClosed = false;

  constructor(plane: ControlPlane, executor: ServerExecutor, onError: (error: unknown) => void) {
    this.#plane = plane;
    this.#executor = executor;
    this.#onError = onError;
    this.#unsubscribe = plane.store.subscribe((events) => this.#look(events));
    this.#track(this.#catchUp());
  }

  /** Takes no more work and waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    while (this.#inFlight.size > 0) await Promise.allSettled([...this.#inFlight]);
  }

  #look(events: readonly FeedEvent[]): void {
    for (const { type, call, subjectId, projectId } of events) {
      if (type === 'tool_call.cancel_requested')
        this.#running.get(subjectId as ToolCallId)?.abort(new DOMException('The call was cancelled.', 'AbortError'));
      if (type !== 'tool_call.approved') continue;
      if (call) this.#track(this.#take(call));
      else if (projectId !== null)
        this.#track(
          this.#plane.store.findCall(projectId, subjectId as ToolCallId).then((found) => found && this.#take(found)),
        );
    }
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const work = await this.#plane.store.listServerWork(workBatch);
      const taken = await Promise.all(
        work.map((call) =>
          this.#take(call).catch((error) => {
            // One that cannot be taken does not keep the others waiting.
            this.#onError(error);
            return false;
          }),
        ),
      );
      // What stays after that is for another replica, or too old to be taken.
      if (work.length < workBatch || !taken.includes(true)) return;
    }
  }

  /** Whether the call could be claimed here. Running it is another matter, and goes on after this. */
  async #take(approved: ToolCall): Promise<boolean> {
    const { request, state } = approved;
    if (this.#isClosed || request.target !== 'server' || state.status !== 'approved') return false;
    let call: ToolCall;
    try {
      call = await claimAs(this.#plane, approved, 'server', 'system');
    } catch (error) {
      // Another replica was faster, or the call was cancelled: nothing to do here.
      if (error instanceof CountersignError && error.code !== 'unavailable') return false;
      throw error;
    }
    this.#track(this.#run(call));
    return true;
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.then(
      () => undefined,
      (error) => this.#onError(error),
    );
    this.#inFlight.add(tracked);
    void tracked.finally(() => this.#inFlight.delete(tracked));
  }

  async #run(call: ToolCall): Promise<void> {
    const stop = new AbortController();
    this.#running.set(call.id, stop);
    const { executionTimeoutMs } = call.request;
    const timer = this.#plane.clock.at(this.#plane.clock.now() + executionTimeoutMs, () =>
      stop.abort(new DOMException(`The call took longer than ${executionTimeoutMs / 1000} s.`, 'TimeoutError')),
    );
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
        this.#track(this.#renew(call).catch(() => undefined));
        renew();
      });
    };
    renew();
    return () => callOff();
  }

  /** Read first: what was claimed says when the first lease ends, and after that no longer how things stand. */
  async #renew({ request, id }: ToolCall): Promise<void> {
    const current = await this.#plane.store.findCall(request.projectId, id);
    if (current) await renewAs(this.#plane, current, 'server', 'system', 1);
  }

  async #execute(call: ToolCall, signal: AbortSignal): Promise<void> {
    const args = JSON.parse(call.request.sealedArguments ?? '{}') as JsonObject;
    const settle = (report: Report): Promise<ToolCall> => settleAs(this.#plane, call, 'server', 'system', report);
    try {
      const ended = await this.#executor.execute(call.request.toolName, args, signal);
      await settle(
        ended.ok
          ? { ...said, status: 'completed', result: ended.result }
          : failure(signal, ended.error, ended.result ?? null),
      );
    } catch (error) {
      // Ours is about the record. Anything else is the tool's: it threw, or its result is nothing that can be kept.
      if (error instanceof CountersignError) throw error;
      await settle(failure(signal, error instanceof Error ? error.message : String(error), null));
    }
  }
}

const said = { result: null, error: null, errorType: null, executionTimeMs: null, fence: null };

/** One that failed after it was told to stop has stopped; the caller is told why it had to. */
function failure({ aborted, reason }: AbortSignal, error: string, result: unknown): Report {
  if (!aborted) return { ...said, status: 'failed', error, result };
  const { name, message } = reason as DOMException;
  if (name !== 'TimeoutError') return { ...said, status: 'cancelled' };
  return { ...said, status: 'failed', error: message, errorType: 'timeout', result };
}
