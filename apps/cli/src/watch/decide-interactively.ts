import type { Client } from '@countersign/client';
import { type ApprovalView, CountersignError, errorRegistry } from '@countersign/contract';
import type { CommandContext } from '../command-context.ts';
import { explainError } from '../explain-error.ts';
import { renderApproval, renderDecision } from '../render/approval.ts';
import { renderNotice } from '../render/notice.ts';
import { printable } from '../render/printable.ts';
import { UsageError } from '../usage-error.ts';
import { chooseDecision } from './choose-decision.ts';
import { followApprovals, type Notice } from './follow-approvals.ts';

/**
 * Shows one request after the other and asks. A request that somebody else decides, or that times out, closes its own
 * question at once (A7); what happens meanwhile is told as soon as no question is open.
 */
export async function decideInteractively(context: CommandContext, client: Client, projectId: string): Promise<void> {
  const { terminal, style } = context;
  const end = new AbortController();
  const waiting: ApprovalView[] = [];
  const unsaid: string[] = [];
  let open: { readonly approvalId: string; readonly close: AbortController } | null = null;
  let wake = Promise.withResolvers<void>();

  const say = (text: string | null): void => {
    if (text === null) return;
    if (open) unsaid.push(text);
    else terminal.write(text);
  };
  const tell = (notice: Notice): void => {
    if (notice.kind === 'requested') {
      waiting.push(notice.approval);
      wake.resolve();
      return;
    }
    say(renderNotice(notice, style, terminal.now()));
    if (notice.kind !== 'resolved') return;
    const { approval_id } = notice.resolution;
    const index = waiting.findIndex((approval) => approval.approval_id === approval_id);
    if (index >= 0) waiting.splice(index, 1);
    if (open?.approvalId === approval_id) open.close.abort();
  };

  const askOne = async (approval: ApprovalView): Promise<'next' | 'quit'> => {
    const close = new AbortController();
    terminal.write(`\n${renderApproval(approval, style, terminal.now())}\n`);
    open = { approvalId: approval.approval_id, close };
    const asked = await chooseDecision(context, client, approval, close.signal).catch(sayIfRefused);
    open = null;
    for (const text of unsaid.splice(0)) terminal.write(text);
    if (asked === null) return close.signal.aborted ? 'next' : 'quit';
    if (typeof asked === 'object') terminal.write(renderDecision(asked, style));
    return 'next';
  };

  /** Being too late, or a mistake in an edit, is no reason to stop watching. */
  const sayIfRefused = (error: unknown): 'refused' => {
    const isRefusal = error instanceof CountersignError && ![401, 403].includes(errorRegistry[error.code].status);
    if (!isRefusal && !(error instanceof UsageError)) throw error;
    unsaid.push(`${style.bad('not decided')}: ${printable(explainError(error).sentence)}\n`);
    return 'refused';
  };

  const askAll = async (): Promise<void> => {
    for (;;) {
      const approval = waiting.shift();
      if (approval) {
        if ((await askOne(approval)) === 'quit') return;
        continue;
      }
      terminal.write(style.faint('Waiting for requests. Ctrl+C ends.\n'));
      wake = Promise.withResolvers<void>();
      await wake.promise;
    }
  };

  try {
    await Promise.race([followApprovals(client, projectId, tell, end.signal), askAll()]);
  } finally {
    end.abort();
  }
}
