import type { Readable } from 'node:stream';
import type { StopReason } from '../commands/command-runner.ts';
import { reportDescriptor } from '../sandbox/sandbox.ts';
import { closed } from './closed.ts';
import { type CommandProcesses, ownProcesses, sharedProcesses } from './command-processes.ts';
import { type ForwardedOutput, forwardOutput, type SendOutput } from './forward-output.ts';
import type { HelperEnd, StartOrder } from './messages.ts';
import { SandboxReport } from './sandbox-report.ts';
import { spawnLimits } from './spawn-limits.ts';
import type { StartedCommand } from './start-command.ts';
import { watchLimits } from './watch-limits.ts';

/** What is told of a command: `end` or `notStarted`, once, after all output. */
export type SuperviseEvents = {
  readonly output: SendOutput;
  readonly end: (end: HelperEnd) => void;
  readonly notStarted: (reason: string) => void;
};

/** Sees to the end of a command: its own, at its time, or where it uses too much. */
export class SupervisedCommand {
  readonly #started: StartedCommand;
  readonly #events: SuperviseEvents;
  readonly #startedAt = performance.now();
  readonly #processes: CommandProcesses;
  readonly #report: SandboxReport | null;
  readonly #stdout: ForwardedOutput;
  readonly #stderr: ForwardedOutput;
  readonly #outputClosed: Promise<unknown>;
  readonly #timeout: NodeJS.Timeout;
  readonly #unwatch: () => void;
  #killTimer: NodeJS.Timeout | undefined;
  #stoppedBy: StopReason | null = null;
  #lastSignal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL';
  #hasExited = false;

  constructor(order: StartOrder, started: StartedCommand, events: SuperviseEvents) {
    const { child, pid, stdout, stderr } = started;
    const { limits } = order;
    this.#started = started;
    this.#events = events;
    this.#outputClosed = Promise.all([closed(stdout), closed(stderr)]);
    if (order.processes === 'own') {
      const own = ownProcesses(pid);
      this.#processes = own;
      this.#report = new SandboxReport(child.stdio[reportDescriptor] as Readable, own.setFirst);
    } else {
      this.#processes = sharedProcesses(pid, order.mark);
      this.#report = null;
    }
    this.#stdout = forwardOutput(stdout, 'stdout', limits.outputBytesMax, events.output);
    this.#stderr = forwardOutput(stderr, 'stderr', limits.outputBytesMax, events.output);
    this.#timeout = setTimeout(() => this.stop('timeout'), order.timeoutMs);
    this.#unwatch = watchLimits({
      ...{ pid, limits, folders: order.watchedFolders },
      temporaryFolder: () => this.#temporaryFolder(),
      onSeen: this.#processes.note,
      onPast: (reason) => this.#stopAtOnce(reason),
    });
    child.once('exit', (exitCode, signal) => void this.#finish(exitCode, signal));
  }

  /** Asks the command to end, and ends it after a while. One that ended by itself is left as it ended. */
  stop(reason: StopReason): void {
    if (this.#hasExited || this.#stoppedBy !== null) return;
    this.#stoppedBy = reason;
    if (!this.#processes.terminate()) this.#stopAtOnce(reason);
    else {
      this.#lastSignal = 'SIGTERM';
      this.#killTimer = setTimeout(() => this.#stopAtOnce(reason), spawnLimits.killGraceMs);
    }
  }

  /** Ends it at once: there is nobody left to tell. */
  kill(): void {
    if (!this.#hasExited) this.#processes.kill();
  }

  #stopAtOnce(reason: StopReason): void {
    if (this.#hasExited) return;
    this.#stoppedBy ??= reason;
    this.#lastSignal = 'SIGKILL';
    this.#processes.kill();
  }

  #temporaryFolder(): string | null {
    const first = this.#report?.first ?? null;
    return first === null ? null : `/proc/${first}/root/tmp`;
  }

  async #finish(exitCode: number | null, signal: NodeJS.Signals | null): Promise<void> {
    this.#hasExited = true;
    this.#unwatch();
    clearTimeout(this.#timeout);
    clearTimeout(this.#killTimer);
    // Who still holds the streams after all processes were ended is not waited for.
    const giveUp = setTimeout(() => this.#closeAll(), spawnLimits.goneWaitMs);
    await this.#report?.ended();
    await this.#processes.sweep();
    await this.#outputClosed;
    clearTimeout(giveUp);
    const wasStopped = this.#stoppedBy !== null;
    const refusal = wasStopped ? null : (this.#report?.refusal(this.#stderr.beginning()) ?? null);
    if (refusal !== null) return this.#events.notStarted(refusal);
    this.#events.end({
      exitCode: wasStopped ? null : exitCode,
      signal: wasStopped ? this.#lastSignal : signal,
      stoppedBy: this.#stoppedBy,
      durationMs: Math.round(performance.now() - this.#startedAt),
      printedBytes: { stdout: this.#stdout.bytes(), stderr: this.#stderr.bytes() },
    });
  }

  #closeAll(): void {
    const { child, stdout, stderr } = this.#started;
    for (const stream of [stdout, stderr, ...child.stdio]) stream?.destroy();
  }
}
