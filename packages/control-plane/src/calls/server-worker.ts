import { CountersignError, type JsonObject, type ToolCallId } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import { OutputWriter } from '../output/output-writer.ts';
import type { FeedEvent } from '../ports/records.ts';
import type { Continued, Running, ServerResult } from '../ports/server-executor.ts';
import { claimAs } from './claim-call.ts';
import type { ContinuationWorker } from './continuation-worker.ts';
import { continueLater } from './continue-later.ts';
import { renewAs } from './renew-lease.ts';
import { reportOfResult, resultOfError } from './report-of-result.ts';
import { type Report, settleAs } from './settle-call.ts';

const workBatch = 100;

/**
 * Runs approved calls whose target is the server itself. Claims like any executor, so that of many replicas one gets
 * a call; what was approved while nobody ran is picked up at the start.
 */
export class ServerWorker {
  readonly #plane: ControlPlane;
  readonly #onError: (error: unknown) => void;
  readonly #continuations: Pick<ContinuationWorker, 'expect'>;
  readonly #unsubscribe: () => void;
  readonly #running = new Map<ToolCallId, AbortController>();
  readonly #inFlight = new Set<Promise<void>>();
  #isClosed = false;

  /** `continuations` is told of calls that go on later; without one they wait until somebody looks. */
  constructor(
    plane: ControlPlane,
    onError: (error: unknown) => void,
    continuations: Pick<ContinuationWorker, 'expect'> = { expect: () => undefined },
  ) {
    this.#plane = plane;
    this.#onError = onError;
    this.#continuations = continuations;
    this.#unsubscribe = plane.store.subscribe((events) => this.#look(events));
    this.#track(this.#catchUp());
  }

  /** Takes no more work and waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    while (this.#inFlight.size > 0) await Promise.allSettled([...this.#inFlight]);
  }

  isReady(): boolean {
    return !this.#isClosed;
  }

  /** Runs a call that was claimed for this process when it was asked for. */
  run(claimed: ToolCall): void {
    this.#track(this.#run(claimed));
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
      const ended = await this.#runTool(call, args, signal);
      if ('continueWith' in ended) await this.#continue(call, ended);
      else await settle(reportOfResult(signal, ended));
    } catch (error) {
      // Ours is about the record. Anything else is the tool's: it threw, or its result is nothing that can be kept.
      if (error instanceof CountersignError) throw error;
      await settle(reportOfResult(signal, resultOfError(error)));
    }
  }

  async #continue(call: ToolCall, continued: Continued): Promise<void> {
    const { nextAt } = await continueLater(this.#plane, call, continued);
    this.#continuations.expect(nextAt);
  }

  /** What it printed is told before it is told how it ended. */
  async #runTool(call: ToolCall, args: JsonObject, signal: AbortSignal): Promise<ServerResult | Continued> {
    const output = new OutputWriter(this.#plane, call);
    const print: Running['print'] = (stream, text) => output.write(stream, text);
    try {
      return await this.#plane.executor.execute(call.request.toolName, args, signal, { call, print });
    } finally {
      await output.end();
    }
  }
}
