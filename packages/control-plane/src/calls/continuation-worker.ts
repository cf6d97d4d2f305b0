import { CountersignError, type JsonValue, type ToolCallId } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import { OutputWriter } from '../output/output-writer.ts';
import type { ContinuationRecord, FeedEvent } from '../ports/records.ts';
import type { Continued, ServerResult } from '../ports/server-executor.ts';
import { reportOfResult, resultOfError } from './report-of-result.ts';
import { type Report, settleAs } from './settle-call.ts';

/** Steps that one look takes on. */
const stepsBatch = 100;
/** Whoever takes a step holds it for so long, and renews that while it lasts; when its process dies, another takes it. */
const stepLeaseMs = 10_000;
/** However far the next step is, look again after this: another process may have written an earlier one. */
const lookAgainMsMax = 5_000;

/** A step that this process is taking. */
type Hold = {
  readonly state: JsonValue;
  /** Ends the renewing; the row as it was written last. */
  release(): Promise<ContinuationRecord>;
  callOff(): void;
};

/**
 * U7: goes on with calls that were begun and wait for something, whichever process began them. A step is owned by
 * moving its time forward, by compare-and-set; one whose process died is done again. Nothing is held in memory, so that
 * any of them can be killed at any time.
 */
export class ContinuationWorker {
  readonly #plane: ControlPlane;
  readonly #onError: (error: unknown) => void;
  readonly #unsubscribe: () => void;
  readonly #running = new Map<ToolCallId, AbortController>();
  readonly #inFlight = new Set<Promise<void>>();
  #armedFor = Number.POSITIVE_INFINITY;
  #callOff: (() => void) | null = null;
  #isLooking = false;
  #isClosed = false;

  constructor(plane: ControlPlane, onError: (error: unknown) => void) {
    this.#plane = plane;
    this.#onError = onError;
    this.#unsubscribe = plane.store.subscribe((events) => this.#hear(events));
    this.#arm(plane.clock.now());
  }

  /** There is a step to take at a time that may be earlier than any that is known. */
  expect(timeMs: number): void {
    if (timeMs < this.#armedFor) this.#arm(timeMs);
  }

  /** Takes no more steps and ends those under way: they are done again elsewhere. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#callOff?.();
    for (const stop of this.#running.values()) stop.abort(closing());
    while (this.#inFlight.size > 0) await Promise.allSettled([...this.#inFlight]);
  }

  #hear(events: readonly FeedEvent[]): void {
    for (const { type, subjectId } of events) {
      if (type !== 'tool_call.cancel_requested') continue;
      const callId = subjectId as ToolCallId;
      this.#running.get(callId)?.abort(cancelled());
      this.#track(this.#cancel(callId));
    }
  }

  /** One that waits for its next step need not wait to be told that it is over. */
  async #cancel(callId: ToolCallId): Promise<void> {
    if (this.#running.has(callId)) return;
    const found = await this.#plane.store.findContinuation(callId);
    if (found) await this.#take(found);
  }

  #arm(timeMs: number): void {
    if (this.#isClosed) return;
    this.#callOff?.();
    this.#armedFor = timeMs;
    this.#callOff = this.#plane.clock.at(timeMs, () => {
      if (!this.#isLooking) this.#track(this.#look());
    });
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    this.#armedFor = Number.POSITIVE_INFINITY;
    const { store, clock } = this.#plane;
    let next: number | null = null;
    try {
      const due = await store.listDueContinuations(clock.now(), stepsBatch);
      await Promise.all(due.map((each) => this.#take(each).catch(this.#onError)));
      next = await store.nextContinuationAt();
    } catch (error) {
      this.#onError(error);
    }
    this.#isLooking = false;
    const lookAgain = clock.now() + lookAgainMsMax;
    this.#arm(Math.min(next ?? lookAgain, lookAgain, this.#armedFor));
  }

  /** Owns the step, or leaves it to whoever was faster. Running it goes on after this. */
  async #take(found: ContinuationRecord): Promise<void> {
    const { store, clock } = this.#plane;
    if (this.#isClosed || this.#running.has(found.callId)) return;
    const { callId, projectId, version, state } = found;
    const owned = { callId, projectId, version: version + 1, state, nextAt: clock.now() + stepLeaseMs };
    const taken = await store.commit({ guard: { kind: 'continuation', record: owned }, events: [] });
    if (taken.ok) this.#track(this.#step(owned));
  }

  async #step(owned: ContinuationRecord): Promise<void> {
    const { store } = this.#plane;
    const call = await store.findCall(owned.projectId, owned.callId);
    if (call?.state.status !== 'executing') return this.#drop(owned.callId);
    const stop = new AbortController();
    this.#running.set(call.id, stop);
    const hold = this.#hold(owned);
    try {
      if (call.state.cancelRequestedAt !== null) stop.abort(cancelled());
      await this.#go(call, hold, stop.signal);
    } finally {
      hold.callOff();
      this.#running.delete(call.id);
    }
  }

  /** Keeps others from taking the step while it lasts, three times per lease. */
  #hold(owned: ContinuationRecord): Hold {
    const { store, clock } = this.#plane;
    let record = owned;
    let renewing: Promise<unknown> = Promise.resolve();
    let callOff = (): void => undefined;
    const renew = async (): Promise<void> => {
      const renewed = { ...record, version: record.version + 1, nextAt: clock.now() + stepLeaseMs };
      // Where another has it by now, what is written at the end will find out.
      if ((await store.commit({ guard: { kind: 'continuation', record: renewed }, events: [] })).ok) record = renewed;
    };
    const arm = (): void => {
      callOff = clock.at(clock.now() + stepLeaseMs / 3, () => {
        renewing = renewing.then(renew).catch(this.#onError);
        arm();
      });
    };
    arm();
    return {
      state: owned.state,
      callOff: () => callOff(),
      async release() {
        callOff();
        await renewing;
        return record;
      },
    };
  }

  async #go(call: ToolCall, hold: Hold, signal: AbortSignal): Promise<void> {
    const ended = await this.#resume(call, hold.state, signal);
    const owned = await hold.release();
    // Nothing is known of this step: another process does it again.
    if (this.#isClosed && signal.aborted && !('continueWith' in ended) && !ended.ok) return;
    if (!('continueWith' in ended)) return this.#settle(call, reportOfResult(signal, ended));
    const nextAt = this.#plane.clock.now() + Math.max(0, ended.afterMs);
    const record = { ...owned, version: owned.version + 1, state: ended.continueWith, nextAt };
    const moved = await this.#plane.store.commit({ guard: { kind: 'continuation', record }, events: [] });
    if (moved.ok) this.expect(nextAt);
  }

  async #resume(call: ToolCall, state: JsonValue, signal: AbortSignal): Promise<ServerResult | Continued> {
    const { executor } = this.#plane;
    if (signal.aborted) return { ok: false, error: 'The call was cancelled.' };
    if (!executor.resume) return { ok: false, error: 'The server has no way to go on with this call.' };
    const output = new OutputWriter(this.#plane, call);
    try {
      return await executor.resume(state, signal, { call, print: (stream, text) => output.write(stream, text) });
    } catch (error) {
      if (error instanceof CountersignError && error.code === 'unavailable') throw error;
      return resultOfError(error);
    } finally {
      await output.end();
    }
  }

  async #settle(call: ToolCall, report: Report): Promise<void> {
    const following = () => [{ kind: 'end_continuation', callId: call.id }] as const;
    try {
      await settleAs(this.#plane, call, 'server', 'system', report, following);
    } catch (error) {
      // Its time was up meanwhile, or another process has done the same step: what stands is what counts.
      if (error instanceof CountersignError && error.code !== 'unavailable') return this.#drop(call.id);
      throw error;
    }
  }

  async #drop(callId: ToolCallId): Promise<void> {
    await this.#plane.store.commit({
      guard: { kind: 'none' },
      following: [{ kind: 'end_continuation', callId }],
      events: [],
    });
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.then(
      () => undefined,
      (error) => this.#onError(error),
    );
    this.#inFlight.add(tracked);
    void tracked.finally(() => this.#inFlight.delete(tracked));
  }
}

function cancelled(): DOMException {
  return new DOMException('The call was cancelled.', 'AbortError');
}

function closing(): DOMException {
  return new DOMException('The server is shutting down.', 'AbortError');
}
