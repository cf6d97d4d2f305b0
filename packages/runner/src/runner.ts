import {
  type Client,
  createClient,
  isPassing,
  type ReceivedMessage,
  systemTiming,
  type Timing,
} from '@countersign/client';
import type { SandboxKind, SealedCall, SignedOrder } from '@countersign/contract';
import type { LocalTools } from '@countersign/local-tools';
import type { Policy, Workspace } from '@countersign/policy';
import { createRedactor, type Redactor } from '@countersign/redaction';
import { answerPreview } from './answer-preview.ts';
import { backoffMs } from './backoff.ts';
import { CallQueue } from './call-queue.ts';
import { isSameOrder, OrderChecker, type OrderProblem } from './check-order.ts';
import { Journal } from './journal.ts';
import { OrderJudge } from './judge-order.ts';
import { limits } from './limits.ts';
import { unknownReport } from './make-report.ts';
import { type OrderTransport, orderStream } from './order-stream.ts';
import type { Pairing } from './pairing.ts';
import { Presence } from './presence.ts';
import { isRevoked, ReportSender } from './report-sender.ts';
import type { CallPorts } from './run-call.ts';
import type { OnEvent } from './runner-event.ts';
import { lockStateFolder } from './state-folder.ts';
import { recoveredCall, watchedCall, watchedEnd } from './watched-call.ts';

export type RunnerOptions = {
  readonly pairing: Pairing;
  /** Where journal and lock are; see `keepPairing`. */
  readonly stateFolder: string;
  readonly tools: LocalTools;
  readonly workspace: Workspace;
  /** The user's own rules. */
  readonly policy: Policy;
  readonly sandbox: { readonly kind: SandboxKind; readonly runsCommands: boolean };
  readonly version: string;
  readonly transport?: OrderTransport | undefined;
  readonly concurrency?: number | undefined;
  /** Values that must never leave this machine, besides the runner's own credential. */
  readonly secrets?: readonly string[] | undefined;
  readonly onEvent: OnEvent;
  readonly client?: Client | undefined;
  readonly timing?: Timing | undefined;
  readonly now?: (() => number) | undefined;
};

/** How a runner came to its end. */
export type RunnerEnd = { readonly reason: 'stopped' | 'revoked'; readonly error: unknown };

export type Runner = {
  /** Resolves when it has ended, for whatever reason; rejects where something broke that it cannot go on without. */
  readonly ended: Promise<RunnerEnd>;
  /** Takes no more, lets what runs end for a while, then cancels it. A second call cancels at once. */
  stop(graceMs?: number): void;
};

/**
 * The runner: takes orders of the one server it was paired with, checks each by itself, executes and reports. It prints
 * nothing; whoever started it is told of every step.
 */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const unlock = lockStateFolder(options.stateFolder);
  try {
    const journal = await Journal.open(options.stateFolder, options.now ?? Date.now);
    const running = new RunnerProcess(options, journal);
    return {
      ended: running.run().finally(unlock),
      stop: (graceMs = limits.drainMsDefault) => running.stop(graceMs),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

class RunnerProcess {
  readonly #options: RunnerOptions;
  readonly #client: Client;
  readonly #journal: Journal;
  readonly #timing: Timing;
  readonly #redactor: Redactor;
  readonly #checker: OrderChecker;
  readonly #judge: OrderJudge;
  readonly #reports: ReportSender;
  readonly #onEvent: OnEvent;
  readonly #projectId: string;
  /** Ends listening. */
  readonly #closing = new AbortController();
  /** Ends everything, reports included. */
  readonly #leaving = new AbortController();
  readonly #queue: CallQueue;
  readonly #work = new Set<Promise<void>>();
  #end: RunnerEnd | null = null;
  #fault: { readonly error: unknown } | null = null;
  readonly #presence: Presence;
  #callOffStop = (): void => {};

  constructor(options: RunnerOptions, journal: Journal) {
    const { pairing, tools, workspace, policy, onEvent, timing = systemTiming, now = Date.now } = options;
    this.#options = options;
    this.#journal = journal;
    this.#timing = timing;
    this.#onEvent = onEvent;
    this.#projectId = pairing.projectId;
    this.#client = options.client ?? createClient({ url: pairing.server, token: pairing.secret });
    this.#redactor = createRedactor([pairing.secret, ...(options.secrets ?? [])]);
    this.#checker = new OrderChecker(pairing, now);
    this.#judge = new OrderJudge({ definitions: tools.definitions, workspace, policy });
    this.#presence = new Presence({
      client: this.#client,
      projectId: this.#projectId,
      announcement: {
        version: options.version,
        platform: `${process.platform} ${process.arch}`,
        roots: [...pairing.roots],
        sandbox: options.sandbox.kind,
        runs_commands: options.sandbox.runsCommands,
        tools: this.#judge.versions,
      },
      timing,
      onAnnounced: () => onEvent({ type: 'announced' }),
      onRevoked: (error) => this.#revoked(error),
    });
    this.#reports = new ReportSender({
      client: this.#client,
      projectId: this.#projectId,
      journal,
      timing,
      onEvent,
      signal: this.#leaving.signal,
    });
    const ports: CallPorts = {
      client: this.#client,
      projectId: this.#projectId,
      tools,
      journal,
      checker: this.#checker,
      judge: this.#judge,
      redactor: this.#redactor,
      reports: this.#reports,
      timing,
      now,
      onEvent,
    };
    this.#queue = new CallQueue(ports, options.concurrency ?? limits.concurrencyDefault, (act) => this.#do(act));
  }

  async run(): Promise<RunnerEnd> {
    try {
      this.#recover();
      await this.#listen();
      // Told to stop: what runs goes on until it has ended or was told to.
      while (this.#work.size > 0) await Promise.all(this.#work);
      if (this.#fault) throw this.#fault.error;
      return this.#end ?? { reason: 'stopped', error: null };
    } finally {
      this.#presence.end();
      this.#callOffStop();
      this.#leaving.abort();
      await this.#journal.close();
      await this.#client.close();
    }
  }

  stop(graceMs: number): void {
    const isSecond = this.#closing.signal.aborted;
    this.#closing.abort();
    this.#queue.close();
    this.#callOffStop();
    this.#callOffStop = this.#timing.after(isSecond ? 0 : graceMs, () => this.#cancelAll());
  }

  #cancelAll(): void {
    this.#queue.stopAll('shutdown');
    // Reports that nobody takes keep nobody waiting: the journal has them.
    const waitMs = this.#queue.isIdle ? limits.lastReportMsMax : limits.cancelMsMax;
    this.#callOffStop = this.#timing.after(waitMs, () => this.#leaving.abort());
  }

  /** L6: what was under way when the last process ended is never run again: it is unknown, or its report is sent again. */
  #recover(): void {
    for (const progress of this.#journal.unfinished()) {
      const call = recoveredCall(progress);
      const report =
        progress.report ??
        unknownReport(
          this.#redactor,
          'The runner ended while this ran. Nobody knows how far it got; it is not run again.',
        );
      this.#onEvent({ type: 'call.recovered', call, end: watchedEnd(report) });
      this.#do(async () => {
        const { nonce } = progress.order;
        if (progress.report === null) await this.#journal.finished(nonce, report);
        await this.#reports.deliver({ nonce, call, fence: progress.fence!, report });
      });
    }
  }

  /** Until it is told to stop. A server that cannot be reached is tried again for ever. */
  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    const onEvent = this.#onEvent;
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.#presence.announce();
        failures = 0;
        const stream = orderStream(this.#client, this.#options.transport ?? 'sse', this.#projectId, {
          signal,
          onConnect: () => {
            onEvent({ type: 'connected' });
            // A server that was started anew does not know who is there.
            this.#presence.announceIn(0);
          },
          onDisconnect: (error, retryInMs) => onEvent({ type: 'disconnected', error, retryInMs }),
        });
        for await (const message of stream) this.#hear(message);
      } catch (error) {
        if (signal.aborted) return;
        if (isRevoked(error)) return this.#revoked(error);
        if (!isPassing(error)) {
          // Nothing more will come; what runs may still end and be told.
          this.#fault ??= { error };
          this.stop(limits.drainMsDefault);
          return;
        }
        const retryInMs = backoffMs(failures, this.#timing);
        failures += 1;
        this.#onEvent({ type: 'disconnected', error, retryInMs });
        await this.#timing.sleep(retryInMs, signal).catch(() => {});
      }
    }
  }

  #revoked(error: unknown): void {
    this.#end ??= { reason: 'revoked', error };
    this.#queue.close();
    this.#queue.stopAll('shutdown');
    this.#closing.abort();
    this.#leaving.abort();
  }

  #hear(message: ReceivedMessage): void {
    if (message.event === 'tool.cancel_signal') this.#queue.stop(message.data.tool_id, 'cancelled');
    if (message.event === 'tool.execution_signal') this.#offered(message.data.signed_order);
    if (message.event === 'tool.preview_signal') this.#asked(message.data.signed_order);
  }

  #offered(given: unknown): void {
    const checked = this.#checker.check(given, (order) => {
      const seen = this.#journal.find(order.nonce);
      // Seen and never claimed: it was offered, and somebody or something came between.
      return seen !== null && !(seen.step === 'seen' && isSameOrder(seen.order, order));
    });
    if (!checked.ok) {
      // A connection that was taken up again brings what is still in hand once more.
      if (checked.problem.kind === 'replayed' && this.#isInHand(given as SignedOrder)) return;
      this.#refuse(checked.problem, checked.toolId, checked.call);
      return;
    }
    const { order } = checked.signed;
    if (!this.#queue.add(checked.signed)) return;
    this.#onEvent({ type: 'call.verified', call: watchedCall(this.#redactor, order.tool_id, order.call) });
    this.#queue.next();
  }

  #isInHand({ order }: SignedOrder): boolean {
    const seen = this.#journal.find(order.nonce);
    return this.#queue.isRunning(order.tool_id) && seen !== null && isSameOrder(seen.order, order);
  }

  #refuse(problem: OrderProblem, toolId: string | null, call: SealedCall | null): void {
    const watched = call === null ? null : watchedCall(this.#redactor, toolId ?? '', call);
    this.#onEvent({ type: 'order.refused', problem, call: watched });
  }

  #asked(given: unknown): void {
    const checked = this.#checker.checkPreview(given);
    if (!checked.ok) {
      // A question that came too late is answered by nobody, and harms nobody.
      if (checked.problem.kind === 'expired') this.#tellLatePreview(checked.toolId!, checked.call!, checked.problem);
      else this.#refuse(checked.problem, checked.toolId, checked.call);
      return;
    }
    const { order } = checked;
    const call = watchedCall(this.#redactor, order.tool_id, order.call);
    const { tools } = this.#options;
    this.#do(async () => {
      try {
        const ports = { client: this.#client, tools, judge: this.#judge, redactor: this.#redactor };
        this.#onEvent({ type: 'preview.answered', call, files: await answerPreview(ports, order) });
      } catch (error) {
        if (isRevoked(error)) throw error;
        this.#onEvent({ type: 'preview.failed', call, error });
      }
    });
  }

  #tellLatePreview(toolId: string, call: SealedCall, { words }: OrderProblem): void {
    this.#onEvent({
      type: 'preview.failed',
      call: watchedCall(this.#redactor, toolId, call),
      error: new Error(words),
    });
  }

  /** Work beside listening. A journal that cannot be written ends the runner: without it, something could run twice. */
  #do(act: () => Promise<void>): void {
    const work = act().catch((error: unknown) => {
      if (isRevoked(error)) return this.#revoked(error);
      this.#fault ??= { error };
      this.#onEvent({ type: 'fault', error });
      this.#queue.close();
      this.#closing.abort();
    });
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }
}
