import type { RunView } from '@countersign/contract';
import type { CommandContext } from '../command-context.ts';
import { jsonText } from '../render/json-text.ts';
import type { Told } from './follow-run.ts';
import type { RunWatch } from './run-watch.ts';

/** One line for each message of the stream, then the run. */
export class JsonWatch implements RunWatch {
  readonly #context: CommandContext;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  tell(told: Told): void {
    if (told.kind === 'message') this.#print(told.message);
  }

  attend(): Promise<void> {
    return Promise.resolve();
  }

  askWhatNow(): Promise<null> {
    return Promise.resolve(null);
  }

  say(text: string): void {
    this.#context.terminal.warn(text);
  }

  end(run: RunView): void {
    this.#print({ run });
  }

  leave(): void {}

  #print(document: unknown): void {
    this.#context.terminal.write(`${jsonText(document, 0)}\n`);
  }
}
