import type { Pairing, ProvedSandbox, RunnerEvent } from '@countersign/runner';
import type { CommandContext } from '../command-context.ts';
import { jsonText } from '../render/json-text.ts';
import { renderRunnerEvent, runnerEventDocument } from '../render/runner-lines.ts';
import { type RunnerReady, renderRunnerScreen } from '../render/runner-screen.ts';

/** What a runner does, on the terminal: lines for a person, or one JSON object a line. */
export class RunnerView {
  readonly #context: CommandContext;
  #isStopping = false;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  ready({ pairing, sandbox, tools }: { pairing: Pairing; sandbox: ProvedSandbox; tools: readonly string[] }): void {
    const { server, projectId, runnerId, name, machine, roots } = pairing;
    const ready: RunnerReady = {
      type: 'ready',
      server,
      project_id: projectId,
      runner_id: runnerId,
      name,
      machine,
      roots,
      sandbox,
      tools,
    };
    this.#write(ready, () => renderRunnerScreen(ready, this.#context.style));
  }

  tell(event: RunnerEvent): void {
    const { terminal, style, isJson } = this.#context;
    // Output is for who sits there; a log of calls is not made longer by it.
    if (event.type === 'call.output' && !isJson && !terminal.isInteractive) return;
    const nowMs = terminal.now();
    this.#write(runnerEventDocument(event, nowMs), () => renderRunnerEvent(event, style, nowMs));
  }

  stopping(): void {
    const words = this.#isStopping
      ? 'Stopping running calls.\n'
      : 'Taking no more calls; those that run may end. Ctrl+C again stops them.\n';
    this.#isStopping = true;
    this.#write({ type: 'stopping' }, () => words);
  }

  #write(document: unknown, text: () => string | null): void {
    const { terminal, isJson } = this.#context;
    const shown = isJson ? `${jsonText(document, 0)}\n` : text();
    if (shown !== null) terminal.write(shown);
  }
}
