import type { SignedOrder } from '@countersign/contract';
import { limits } from './limits.ts';
import type { StopReason } from './make-report.ts';
import { type CallPorts, RunningCall } from './run-call.ts';

/** Orders that were checked: so many run at once, the others wait unclaimed, so that another runner may take them. */
export class CallQueue {
  readonly #ports: CallPorts;
  readonly #concurrency: number;
  /** Runs what it is given beside everything else. */
  readonly #run: (act: () => Promise<void>) => void;
  readonly #waiting = new Map<string, SignedOrder>();
  readonly #running = new Map<string, RunningCall>();
  #isClosed = false;

  constructor(ports: CallPorts, concurrency: number, run: (act: () => Promise<void>) => void) {
    this.#ports = ports;
    this.#concurrency = Math.min(limits.concurrencyMax, Math.max(1, concurrency));
    this.#run = run;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  isRunning(toolId: string): boolean {
    return this.#running.has(toolId);
  }

  /** Whether it was taken: one that is here already, or too many, are not. */
  add(signed: SignedOrder): boolean {
    const toolId = signed.order.tool_id;
    if (this.#isClosed || this.#running.has(toolId) || this.#waiting.has(toolId)) return false;
    if (this.#waiting.size >= limits.waitingOrdersMax) return false;
    this.#waiting.set(toolId, signed);
    return true;
  }

  /** Takes the next orders where there is room for them. */
  next(): void {
    while (this.#running.size < this.#concurrency) {
      const [first] = this.#waiting;
      if (first === undefined) return;
      const [toolId, signed] = first;
      this.#waiting.delete(toolId);
      // It may have waited for longer than it is good for.
      if (Date.parse(signed.order.expires_at) <= this.#ports.now()) continue;
      const running = new RunningCall(this.#ports, signed);
      this.#running.set(toolId, running);
      this.#run(async () => {
        try {
          await running.run();
        } finally {
          this.#running.delete(toolId);
          this.#ports.onEvent({ type: 'call.over', call: running.call });
          this.next();
        }
      });
    }
  }

  stop(toolId: string, reason: StopReason): void {
    this.#running.get(toolId)?.stop(reason);
  }

  stopAll(reason: StopReason): void {
    for (const call of this.#running.values()) call.stop(reason);
  }

  /** Nothing more is begun. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
  }
}
