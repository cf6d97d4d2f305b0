import type { Client } from '@countersign/client';
import { CountersignError, type RunView } from '@countersign/contract';
import { explainError } from '../explain-error.ts';
import { printable } from '../render/printable.ts';
import type { Style } from '../render/style.ts';
import type { RunWatch } from './run-watch.ts';

type InterruptOptions = {
  readonly client: Pick<Client, 'runs'>;
  readonly projectId: string;
  readonly watch: RunWatch;
  readonly style: Style;
  readonly stopsRun: boolean;
  readonly leave: AbortController;
};

/** Ctrl+C: a run is not ended by whoever stops looking at it, unless they say so. The second time ends the looking. */
export class Interrupt {
  readonly #options: InterruptOptions;
  #isRaised = false;
  /** There is nothing to ask about before there is a run. */
  run: RunView | null = null;

  constructor(options: InterruptOptions) {
    this.#options = options;
  }

  readonly raise = async (): Promise<void> => {
    const { watch, stopsRun } = this.#options;
    const isSecond = this.#isRaised;
    this.#isRaised = true;
    if (this.run === null || isSecond) return this.#goAway();
    const choice = stopsRun ? 'stop' : ((await watch.askWhatNow()) ?? 'leave');
    if (choice === 'leave') return this.#goAway();
    this.#isRaised = choice === 'stop';
    if (choice === 'stop') await this.#stop(this.run.run_id);
  };

  #goAway(): void {
    const { watch, leave } = this.#options;
    if (this.run !== null && !leave.signal.aborted) {
      const { run_id: id } = this.run;
      watch.say(
        `The run goes on. See it with \`countersign runs show ${id}\`, end it with \`countersign runs stop ${id}\`.\n`,
      );
    }
    leave.abort();
  }

  /** It is followed to its end, which comes with the step it is at. */
  async #stop(runId: string): Promise<void> {
    const { watch, style, client, projectId } = this.#options;
    watch.say(style.warning('Stopping the run. Ctrl+C again leaves it alone.\n'));
    try {
      await client.runs.stop(projectId, runId, 'Stopped at the terminal.');
    } catch (error) {
      if (!(error instanceof CountersignError) || error.code !== 'run_ended')
        watch.say(`${style.bad('not stopped')}: ${printable(explainError(error).sentence)}\n`);
    }
  }
}
