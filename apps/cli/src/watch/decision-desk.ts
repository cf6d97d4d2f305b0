import { type ApprovalView, CountersignError, type DecisionResponse, errorRegistry } from '@countersign/contract';
import type { CommandContext } from '../command-context.ts';
import { explainError } from '../explain-error.ts';
import { renderApproval, renderDecision } from '../render/approval.ts';
import { renderNotice } from '../render/notice.ts';
import { printable } from '../render/printable.ts';
import { UsageError } from '../usage-error.ts';
import { chooseDecision, type DecidingClient } from './choose-decision.ts';
import type { Notice } from './follow-approvals.ts';

/** What else happens on the screen: while a question is open, nothing should. */
type Around = {
  readonly onIdle?: () => void;
  readonly onOpen?: () => void;
  readonly onClosed?: () => void;
};

type Said = { readonly approvalId: string | null; readonly text: string };

/**
 * The requests that wait, and the one question that may be open. A request that somebody else decides, or that times
 * out, closes its own question at once (A7); what happens meanwhile is told when no question is open.
 */
export class DecisionDesk {
  readonly #context: CommandContext;
  readonly #client: DecidingClient;
  readonly #around: Around;
  readonly #waiting: ApprovalView[] = [];
  readonly #unsaid: Said[] = [];
  readonly #decidedHere = new Set<string>();
  #open: { readonly approvalId: string; readonly close: AbortController } | null = null;
  #wake = Promise.withResolvers<void>();

  constructor(context: CommandContext, client: DecidingClient, around: Around = {}) {
    this.#context = context;
    this.#client = client;
    this.#around = around;
  }

  get isAsking(): boolean {
    return this.#open !== null;
  }

  /** Takes back the question that is open. */
  close(): void {
    this.#open?.close.abort();
  }

  tell(notice: Notice): void {
    if (notice.kind === 'requested') {
      this.#waiting.push(notice.approval);
      this.#wake.resolve();
      return;
    }
    const approvalId = notice.kind === 'resolved' ? notice.resolution.approval_id : null;
    const { style, terminal } = this.#context;
    // What was decided here has been said already.
    if (approvalId === null || !this.#decidedHere.delete(approvalId)) {
      this.#say({ approvalId, text: renderNotice(notice, style, terminal.now()) ?? '' });
    }
    const index = this.#waiting.findIndex(({ approval_id }) => approval_id === approvalId);
    if (index >= 0) this.#waiting.splice(index, 1);
    if (this.#open?.approvalId === approvalId) this.#open?.close.abort();
  }

  /** Ends when the person ends it; called again, it goes on with the same request. */
  async work(): Promise<void> {
    for (;;) {
      const approval = this.#waiting.shift();
      if (approval) {
        this.#around.onOpen?.();
        const answer = await this.#askAbout(approval).finally(() => this.#around.onClosed?.());
        if (answer === 'next') continue;
        this.#waiting.unshift(approval);
        return;
      }
      this.#around.onIdle?.();
      this.#wake = Promise.withResolvers<void>();
      await this.#wake.promise;
    }
  }

  async #askAbout(approval: ApprovalView): Promise<'next' | 'quit'> {
    const { style, terminal } = this.#context;
    const close = new AbortController();
    terminal.write(`\n${renderApproval(approval, style, terminal.now())}\n`);
    this.#open = { approvalId: approval.approval_id, close };
    const asked = await chooseDecision(this.#context, this.#client, approval, close.signal).catch((error: unknown) =>
      this.#sayIfRefused(error),
    );
    this.#open = null;
    if (asked !== null && typeof asked === 'object') this.#sayDecided(asked);
    if (asked === 'later') terminal.write(`${style.faint(whereElse(approval))}\n`);
    for (const { text } of this.#unsaid.splice(0)) terminal.write(text);
    return asked === null && !close.signal.aborted ? 'quit' : 'next';
  }

  /** The stream tells of it as well, before or after the answer came. */
  #sayDecided(response: DecisionResponse): void {
    const told = this.#unsaid.findIndex(({ approvalId }) => approvalId === response.approval_id);
    if (told >= 0) this.#unsaid.splice(told, 1);
    else this.#decidedHere.add(response.approval_id);
    this.#context.terminal.write(renderDecision(response, this.#context.style));
  }

  /** Being too late, or a mistake in an edit, is no reason to stop watching. */
  #sayIfRefused(error: unknown): 'refused' {
    const isRefusal = error instanceof CountersignError && ![401, 403].includes(errorRegistry[error.code].status);
    if (!isRefusal && !(error instanceof UsageError)) throw error;
    const { sentence } = explainError(error);
    this.#say({ approvalId: null, text: `${this.#context.style.bad('not decided')}: ${printable(sentence)}\n` });
    return 'refused';
  }

  #say(said: Said): void {
    if (this.#open) this.#unsaid.push(said);
    else this.#context.terminal.write(said.text);
  }
}

/** Whoever leaves it for later finds it again. */
function whereElse({ approval_id }: ApprovalView): string {
  return `It goes on waiting: \`countersign approvals show ${approval_id}\`, or on the page.`;
}
