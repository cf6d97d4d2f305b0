import type { Client } from '@countersign/client';
import type { RunView } from '@countersign/contract';
import type { CommandContext } from '../command-context.ts';
import { renderNotice } from '../render/notice.ts';
import { DecisionDesk } from '../watch/decision-desk.ts';
import type { Notice } from '../watch/follow-approvals.ts';
import type { Told } from './follow-run.ts';
import { RunScreen } from './run-screen.ts';
import type { RunWatch, WhatNow } from './run-watch.ts';

/** A person in front of a terminal, or the log of a script. */
export class PersonalWatch implements RunWatch {
  readonly #context: CommandContext;
  readonly #client: Client;
  readonly #projectId: string;
  readonly #screen: RunScreen;
  readonly #desk: DecisionDesk | null;
  readonly #over = new AbortController();

  constructor(context: CommandContext, client: Client, projectId: string, mayAsk: boolean) {
    this.#context = context;
    this.#client = client;
    this.#projectId = projectId;
    this.#screen = new RunScreen(context, client, projectId);
    this.#desk =
      mayAsk && context.terminal.isInteractive
        ? new DecisionDesk(context, client, {
            onOpen: () => this.#screen.hold(),
            onClosed: () => this.#screen.release(),
          })
        : null;
  }

  async tell(told: Told): Promise<void> {
    await this.#screen.tell(told);
    if (told.kind !== 'message') return;
    const { event, data } = told.message;
    if (event === 'tool.approval_request')
      this.#notice({
        kind: 'requested',
        approval: await this.#client.approvals.get(this.#projectId, data.approval_id),
      });
    if (event === 'approval.resolved') this.#notice({ kind: 'resolved', resolution: data });
  }

  async attend(onQuit: () => Promise<void>, signal: AbortSignal): Promise<void> {
    while (this.#desk !== null && !signal.aborted) {
      await this.#desk.work();
      if (!signal.aborted) await onQuit();
    }
  }

  async askWhatNow(): Promise<WhatNow | null> {
    // A question of the desk that a signal came in: two at once cannot be read.
    if (this.#desk === null || this.#desk.isAsking) return null;
    this.#screen.hold();
    const choices = [
      { value: 'watch', label: 'Keep watching' },
      { value: 'leave', label: 'Leave; the run goes on' },
      { value: 'stop', label: 'Stop the run' },
    ] as const;
    const answer = await this.#context.terminal.prompts.choose<WhatNow>('What now?', choices, this.#over.signal);
    this.#screen.release();
    // A run that ended meanwhile has closed the question.
    return answer ?? (this.#over.signal.aborted ? 'watch' : 'leave');
  }

  say(text: string): void {
    this.#screen.say(text);
  }

  end(run: RunView): void {
    this.#closeQuestions();
    this.#screen.end(run);
  }

  leave(): void {
    this.#closeQuestions();
    this.#screen.leave();
  }

  #closeQuestions(): void {
    this.#over.abort();
    this.#desk?.close();
  }

  #notice(notice: Notice): void {
    // What is decided already while it is looked up is told by its resolution.
    if (notice.kind === 'requested' && notice.approval.status !== 'pending') return;
    const { style, terminal } = this.#context;
    if (this.#desk !== null) this.#desk.tell(notice);
    else this.#screen.say(renderNotice(notice, style, terminal.now()) ?? '');
  }
}
