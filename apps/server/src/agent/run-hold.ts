import type { ProcessId, RunId } from '@countersign/contract';
import type { ControlPlane } from '@countersign/control-plane';
import { agentLimits } from './limits.ts';

/** What keeps other processes from working on the same run. That nothing is done twice does not depend on it. */
export class RunHold {
  readonly #plane: Pick<ControlPlane, 'store' | 'clock'>;
  readonly #runId: RunId;
  readonly #processId: ProcessId;
  readonly #onError: (error: unknown) => void;
  #callOff: () => void = () => undefined;
  #renewing: Promise<unknown> = Promise.resolve();

  private constructor(
    plane: Pick<ControlPlane, 'store' | 'clock'>,
    runId: RunId,
    processId: ProcessId,
    onError: (error: unknown) => void,
  ) {
    this.#plane = plane;
    this.#runId = runId;
    this.#processId = processId;
    this.#onError = onError;
  }

  /** Null where another process has it. */
  static async take(
    plane: Pick<ControlPlane, 'store' | 'clock'>,
    runId: RunId,
    processId: ProcessId,
    onError: (error: unknown) => void,
  ): Promise<RunHold | null> {
    const hold = new RunHold(plane, runId, processId, onError);
    if (!(await hold.#write(agentLimits.holdMs))) return null;
    hold.#arm();
    return hold;
  }

  async release(): Promise<void> {
    this.#callOff();
    await this.#renewing;
    await this.#write(null).catch(this.#onError);
  }

  /** Three times per hold, so that one late turn of the event loop gives nothing away. */
  #arm(): void {
    const { clock } = this.#plane;
    this.#callOff = clock.at(clock.now() + agentLimits.holdMs / 3, () => {
      // Where another has it by now, the next commit of the run finds out.
      this.#renewing = this.#renewing.then(() => this.#write(agentLimits.holdMs)).catch(this.#onError);
      this.#arm();
    });
  }

  async #write(forMs: number | null): Promise<boolean> {
    const { store, clock } = this.#plane;
    const now = clock.now();
    const until = forMs === null ? null : now + forMs;
    const guard = { kind: 'run_lease', runId: this.#runId, processId: this.#processId, now, until } as const;
    return (await store.commit({ guard, events: [] })).ok;
  }
}
