import type { Client, Timing } from '@countersign/client';
import { canonicalJson, type SignedOrder, type ToolResult } from '@countersign/contract';
import type { LocalTools } from '@countersign/local-tools';
import type { Redactor } from '@countersign/redaction';
import type { OrderChecker } from './check-order.ts';
import { claimCall } from './claim-call.ts';
import type { Journal, Report } from './journal.ts';
import type { JudgedOrder, OrderJudge, Plan } from './judge-order.ts';
import { keepLease } from './keep-lease.ts';
import { completedReport, failedReport, failureReport, type StopReason } from './make-report.ts';
import { OutputSender } from './output-sender.ts';
import type { ReportSender } from './report-sender.ts';
import type { OnEvent, WatchedCall } from './runner-event.ts';
import { watchedCall, watchedEnd } from './watched-call.ts';

/** What running calls needs. */
export type CallPorts = {
  readonly client: Client;
  readonly projectId: string;
  readonly tools: LocalTools;
  readonly journal: Journal;
  readonly checker: OrderChecker;
  readonly judge: OrderJudge;
  readonly redactor: Redactor;
  readonly reports: ReportSender;
  readonly timing: Timing;
  readonly now: () => number;
  readonly onEvent: OnEvent;
};

/** A call that this runner has in hand. */
export class RunningCall {
  readonly #ports: CallPorts;
  readonly #signed: SignedOrder;
  readonly #stop = new AbortController();
  readonly call: WatchedCall;
  #stoppedBy: StopReason | null = null;

  constructor(ports: CallPorts, signed: SignedOrder) {
    this.#ports = ports;
    this.#signed = signed;
    this.call = watchedCall(ports.redactor, signed.order.tool_id, signed.order.call);
  }

  /** Asks it to stop; the first reason counts. */
  stop(reason: StopReason): void {
    if (this.#stoppedBy !== null) return;
    this.#stoppedBy = reason;
    this.#ports.onEvent({ type: 'call.cancelling', call: this.call, why: reason });
    this.#stop.abort(new Error(reason));
  }

  /**
   * L6: written down, claimed, executed, reported, in this order and each once. Resolves when the report has arrived, or
   * can no longer.
   */
  async run(): Promise<void> {
    const { journal, onEvent } = this.#ports;
    const { order } = this.#signed;
    const { call } = this;
    await journal.seen({
      nonce: order.nonce,
      toolId: order.tool_id,
      digest: order.digest,
      expiresAt: order.expires_at,
      toolName: order.call.tool_name,
      summary: call.summary,
    });
    onEvent({ type: 'call.journalled', call });
    const claim = await claimCall(this.#ports, order, this.#stop.signal, (error) =>
      onEvent({ type: 'call.taken', call, error }),
    );
    if (claim === null) return;
    const { fence } = claim;
    const isWritten = journal.claimed(order.nonce, fence);
    onEvent({ type: 'call.claimed', call });
    const lease = keepLease(this.#ports, this, { fence, leaseExpiresAt: claim.lease_expires_at });
    try {
      const report = await this.#execute(claim.signed_order, fence, isWritten);
      onEvent({ type: 'call.finished', call, end: watchedEnd(report) });
      // From here on the report is what counts, not the lease; it is renewed until the report is there.
      await this.#ports.reports.deliver({ nonce: order.nonce, call, fence, report });
    } finally {
      lease.end();
    }
  }

  async #execute(claimed: SignedOrder, fence: number, isWritten: Promise<void>): Promise<Report> {
    const { journal, redactor, onEvent, now } = this.#ports;
    const { order } = this.#signed;
    const judged = this.#judgeClaimed(claimed);
    if (!judged.ok) {
      await isWritten;
      const report = failedReport(redactor, judged.errorType, judged.words, 0);
      await journal.finished(order.nonce, report);
      return report;
    }
    await Promise.all([isWritten, journal.started(order.nonce)]);
    onEvent({ type: 'call.started', call: this.call });
    const startedAt = now();
    const report = await this.#runTool(judged.plan, fence, () => Math.max(0, Math.round(now() - startedAt)));
    await journal.finished(order.nonce, report);
    return report;
  }

  /** The order that comes with the claim must be the one that was checked, and still good. */
  #judgeClaimed(claimed: SignedOrder): JudgedOrder {
    const { checker, judge } = this.#ports;
    const checked = checker.check(claimed, () => false);
    if (!checked.ok) return { ok: false, errorType: 'policy', words: checked.problem.words };
    if (canonicalJson(claimed.order) !== canonicalJson(this.#signed.order))
      return {
        ok: false,
        errorType: 'policy',
        words: 'The order that came with the claim is not the one that was offered.',
      };
    return judge.judge(claimed.order.call);
  }

  async #runTool(plan: Plan, fence: number, durationMs: () => number): Promise<Report> {
    const { tools, redactor, timing, client, projectId, onEvent } = this.#ports;
    const { order } = this.#signed;
    const { call } = this;
    const output = new OutputSender({
      redactor,
      timing,
      onChunk: (chunk) => onEvent({ type: 'call.output', call, chunk }),
      send: async (chunks) => {
        const answer = await client.runner.output(projectId, order.tool_id, fence, chunks);
        if (answer.cancel_requested_at !== null) this.stop('cancelled');
      },
    });
    const callOff = timing.after(order.execution_timeout_ms, () => this.stop('timeout'));
    let result: ToolResult;
    try {
      this.#stop.signal.throwIfAborted();
      result = await tools.execute(plan.toolName, plan.arguments, {
        callId: order.tool_id,
        signal: this.#stop.signal,
        expectedFiles: plan.expectedFiles,
        mayUseNetwork: plan.mayUseNetwork,
        mayWrite: plan.mayWrite,
        runsFiles: plan.runsFiles,
        onOutput: (piece) => output.write(piece),
      });
    } catch (error) {
      return failureReport(redactor, error, this.#stoppedBy, durationMs());
    } finally {
      callOff();
      await output.end();
    }
    return completedReport(redactor, result, durationMs());
  }
}
