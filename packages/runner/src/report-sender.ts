import { type Client, isPassing, type Timing } from '@countersign/client';
import { CountersignError } from '@countersign/contract';
import { backoffMs } from './backoff.ts';
import type { Journal, Report } from './journal.ts';
import type { OnEvent, WatchedCall } from './runner-event.ts';
import { watchedEnd } from './watched-call.ts';

export type Delivery = {
  readonly nonce: string;
  readonly call: WatchedCall;
  readonly fence: number;
  readonly report: Report;
};

/** L6: reports are delivered as long as the process lives; what was not is in the journal for the next one. */
export class ReportSender {
  readonly #client: Client;
  readonly #projectId: string;
  readonly #journal: Journal;
  readonly #timing: Timing;
  readonly #onEvent: OnEvent;
  readonly #signal: AbortSignal;

  constructor(ports: {
    readonly client: Client;
    readonly projectId: string;
    readonly journal: Journal;
    readonly timing: Timing;
    readonly onEvent: OnEvent;
    readonly signal: AbortSignal;
  }) {
    this.#client = ports.client;
    this.#projectId = ports.projectId;
    this.#journal = ports.journal;
    this.#timing = ports.timing;
    this.#onEvent = ports.onEvent;
    this.#signal = ports.signal;
  }

  /** Resolves when the server has it, will not have it, or nobody waits any longer. */
  async deliver({ nonce, call, fence, report }: Delivery): Promise<void> {
    for (let failures = 0; !this.#signal.aborted; failures += 1) {
      try {
        await this.#client.runner.result(this.#projectId, call.toolId, { ...report, fence }, { signal: this.#signal });
        this.#onEvent({ type: 'call.reported', call, end: watchedEnd(report) });
        return await this.#journal.reported(nonce);
      } catch (error) {
        if (this.#signal.aborted) return;
        if (isRevoked(error)) throw error;
        if (!isPassing(error)) {
          this.#onEvent({ type: 'report.refused', call, error });
          return await this.#journal.reported(nonce);
        }
        const retryInMs = backoffMs(failures, this.#timing);
        this.#onEvent({ type: 'report.delayed', call, error, retryInMs });
        await this.#timing.sleep(retryInMs, this.#signal).catch(() => {});
      }
    }
  }
}

/** The credential is no longer good for anything. */
export function isRevoked(error: unknown): boolean {
  return error instanceof CountersignError && error.code === 'unauthenticated';
}
