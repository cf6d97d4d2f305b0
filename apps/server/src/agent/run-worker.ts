import type { Rest } from '@countersign/agent';
import type { ProcessId, RunId } from '@countersign/contract';
import type { ControlPlane, FeedEvent } from '@countersign/control-plane';
import { ActiveRuns } from './active-runs.ts';
import { agentLimits } from './limits.ts';
import { RunHold } from './run-hold.ts';
import { Troubles } from './troubles.ts';

export type RunWorkerParts = {
  readonly plane: Pick<ControlPlane, 'store' | 'clock'>;
  readonly processId: ProcessId;
  /** Runs that are worked on at once; one that waits for a person is not worked on. */
  readonly runsMax: number;
  /** Goes on with a run until it has to wait for something. */
  readonly advance: (runId: RunId, signal: AbortSignal) => Promise<Rest>;
  /** Tells whoever works on it that a person changed its row. */
  readonly nudge: (runId: RunId) => void;
  readonly onError: (error: unknown) => void;
};

type Working = { readonly stop: AbortController; isStirred: boolean };

/**
 * W1, W2: works on runs, whichever process began them. What is to be done is in the store: this is told of changes by the
 * log, looks there, holds what it works on and lets go of it. It keeps nothing that is not there too, so that it can be
 * killed at any time.
 */
export class RunWorker {
  readonly #parts: RunWorkerParts;
  readonly #unsubscribe: () => void;
  readonly #active = new ActiveRuns();
  readonly #troubles: Troubles;
  readonly #working = new Map<RunId, Working>();
  /** Runs that were put down here last: this process goes on with them first. */
  readonly #putDown = new Set<RunId>();
  /** Runs that may be able to go on, and when to look. */
  readonly #stirred = new Map<RunId, number>();
  readonly #inFlight = new Set<Promise<void>>();
  #takenOverAt: number;
  #armedFor = Number.POSITIVE_INFINITY;
  #callOff: (() => void) | null = null;
  #hasBegun = false;
  #isLooking = false;
  #isLookWanted = false;
  #isClosed = false;

  constructor(parts: RunWorkerParts) {
    this.#parts = parts;
    this.#troubles = new Troubles(parts.plane.clock);
    this.#takenOverAt = parts.plane.clock.now();
    this.#unsubscribe = parts.plane.store.subscribe((events) => this.#hear(events));
    this.#wantLook();
  }

  /** Runs that this process works on now. */
  get size(): number {
    return this.#working.size;
  }

  /** Takes no more runs; those under way come to their next commit and are let go of. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#callOff?.();
    for (const { stop } of this.#working.values()) stop.abort();
    while (this.#inFlight.size > 0) await Promise.allSettled([...this.#inFlight]);
  }

  /** What happened while nobody listened was told to nobody: each run that was begun is looked at once. */
  async #begin(): Promise<void> {
    const { plane } = this.#parts;
    const heads = await plane.store.listActiveRuns(agentLimits.activeRunsMax);
    this.#active.know(heads);
    this.#hasBegun = true;
    const now = plane.clock.now();
    for (const { id, status, heldUntil } of heads)
      if (status === 'running') this.#stirred.set(id, Math.max(heldUntil ?? now, now));
  }

  #hear(events: readonly FeedEvent[]): void {
    for (const event of events) {
      const meaning = this.#active.hear(event);
      if (meaning.kind === 'calls') for (const runId of meaning.runIds) this.#stir(runId);
      if (meaning.kind === 'asked') this.#heed(meaning.runId);
      if (meaning.kind === 'work') this.#wantLook();
    }
  }

  /** A person wants something of it: what works on it looks at its row, or somebody takes it up. */
  #heed(runId: RunId): void {
    const working = this.#working.get(runId);
    if (working) {
      working.isStirred = true;
      this.#parts.nudge(runId);
      return;
    }
    this.#stirred.set(runId, this.#parts.plane.clock.now());
    this.#wantLook();
  }

  #stir(runId: RunId): void {
    const working = this.#working.get(runId);
    if (working) {
      working.isStirred = true;
      return;
    }
    const now = this.#parts.plane.clock.now();
    if (this.#putDown.has(runId)) {
      this.#stirred.set(runId, now);
      this.#wantLook();
    } else if (!this.#stirred.has(runId)) {
      this.#stirred.set(runId, now + agentLimits.othersWaitMs);
      this.#arm(Math.min(now + agentLimits.othersWaitMs, this.#armedFor));
    }
  }

  #wantLook(): void {
    this.#isLookWanted = true;
    if (!this.#isLooking && !this.#isClosed) this.#track(this.#look());
  }

  #arm(timeMs: number): void {
    if (this.#isClosed) return;
    this.#callOff?.();
    this.#armedFor = timeMs;
    this.#callOff = this.#parts.plane.clock.at(timeMs, () => this.#wantLook());
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    const { clock } = this.#parts.plane;
    let next = Number.POSITIVE_INFINITY;
    try {
      while (this.#isLookWanted && !this.#isClosed) {
        this.#isLookWanted = false;
        this.#armedFor = Number.POSITIVE_INFINITY;
        next = await this.#lookOnce();
      }
    } catch (error) {
      this.#parts.onError(error);
      next = clock.now() + agentLimits.lookAgainMsMax;
    }
    this.#isLooking = false;
    // Of a new run the log tells; while there is none, there is nothing to look after.
    const lookAgain = this.#active.isEmpty ? Number.POSITIVE_INFINITY : clock.now() + agentLimits.lookAgainMsMax;
    const at = Math.min(next, lookAgain, this.#armedFor);
    if (at < Number.POSITIVE_INFINITY) this.#arm(at);
  }

  /** Takes what there is to do, as far as there is room; says when to look again. */
  async #lookOnce(): Promise<number> {
    const { store, clock } = this.#parts.plane;
    if (!this.#hasBegun) await this.#begin();
    if (clock.now() - this.#takenOverAt >= agentLimits.holdMs) await this.#takeOver();
    for (const [runId, at] of [...this.#stirred])
      if (at <= clock.now() && !this.#isFull) await this.#takeStirred(runId);
    if (this.#isFull) return Number.POSITIVE_INFINITY;
    const lookedAt = clock.now();
    const unable = this.#troubles.size + this.#working.size;
    let isAnyTaken = false;
    for (const { id } of await store.listRunnable(lookedAt, this.#parts.runsMax + unable))
      isAnyTaken = (await this.#take(id)) || isAnyTaken;
    return this.#nextTime(lookedAt, isAnyTaken);
  }

  async #takeStirred(runId: RunId): Promise<void> {
    const { store, clock } = this.#parts.plane;
    const freeAt = this.#troubles.freeAt(runId);
    // Until it is known what became of it: nobody else may remember it.
    this.#stirred.set(runId, Math.max(freeAt, clock.now() + agentLimits.lookAgainMsMax));
    if (freeAt > clock.now()) return;
    const run = await store.loadRun(runId);
    this.#stirred.delete(runId);
    // Others are on the list of the store when it is their turn. One that is to end need not wait for that.
    if (run && (run.status === 'running' || run.asked === 'cancel')) await this.#take(runId);
    else this.#troubles.forget(runId);
  }

  /** Whoever held these is gone: it neither went on with them nor let go of them. */
  async #takeOver(): Promise<void> {
    const { store, clock } = this.#parts.plane;
    const now = clock.now();
    this.#takenOverAt = now;
    const heads = await store.listActiveRuns(agentLimits.activeRunsMax);
    for (const { id, status, heldUntil } of heads)
      if (status === 'running' && heldUntil !== null && heldUntil <= now) this.#stirred.set(id, now);
  }

  async #nextTime(lookedAt: number, isAnyTaken: boolean): Promise<number> {
    const stored = (await this.#parts.plane.store.nextRunAt()) ?? Number.POSITIVE_INFINITY;
    // What was due and could not be taken is another's, or in trouble: neither is helped by looking again at once.
    const due = stored > lookedAt || isAnyTaken ? stored : Number.POSITIVE_INFINITY;
    return Math.min(due, ...this.#stirred.values());
  }

  get #isFull(): boolean {
    return this.#working.size >= this.#parts.runsMax;
  }

  /** Whether it is worked on here now. Working on it goes on after this. */
  async #take(runId: RunId): Promise<boolean> {
    const { plane, processId, onError } = this.#parts;
    if (this.#isClosed || this.#isFull || this.#working.has(runId)) return false;
    if (this.#troubles.freeAt(runId) > plane.clock.now()) return false;
    this.#stirred.delete(runId);
    const working: Working = { stop: new AbortController(), isStirred: false };
    this.#working.set(runId, working);
    let hold: RunHold | null = null;
    try {
      hold = await RunHold.take(plane, runId, processId, onError);
    } finally {
      if (!hold) this.#working.delete(runId);
    }
    // Another has it, and goes on with it. Should that process die, somebody has to look.
    if (!hold) this.#stirred.set(runId, plane.clock.now() + agentLimits.lookAgainMsMax);
    else this.#track(this.#work(runId, working, hold));
    return hold !== null;
  }

  async #work(runId: RunId, working: Working, hold: RunHold): Promise<void> {
    try {
      await this.#advance(runId, working);
      this.#troubles.forget(runId);
    } catch (error) {
      this.#parts.onError(error);
      this.#troubles.add(runId);
      working.isStirred = true;
    }
    await hold.release();
    this.#working.delete(runId);
    // Asked last: something may have happened until now, of which nobody else was told.
    if (working.isStirred)
      this.#stirred.set(runId, Math.max(this.#parts.plane.clock.now(), this.#troubles.freeAt(runId)));
    this.#wantLook();
  }

  async #advance(runId: RunId, working: Working): Promise<void> {
    this.#putDown.delete(runId);
    do {
      working.isStirred = false;
      const { kind } = await this.#parts.advance(runId, working.stop.signal);
      if (kind === 'over' || kind === 'interrupted') return;
      // Where something happened after the loop had looked, it looks again.
    } while (working.isStirred && !this.#isClosed);
    this.#remember(runId);
  }

  #remember(runId: RunId): void {
    this.#putDown.add(runId);
    if (this.#putDown.size <= agentLimits.activeRunsMax) return;
    for (const oldest of this.#putDown) return void this.#putDown.delete(oldest);
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.then(
      () => undefined,
      (error) => this.#parts.onError(error),
    );
    this.#inFlight.add(tracked);
    void tracked.finally(() => this.#inFlight.delete(tracked));
  }
}
