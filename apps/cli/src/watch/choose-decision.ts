import type { Client } from '@countersign/client';
import type { ApprovalView, DecisionResponse, GrantScope } from '@countersign/contract';
import type { CommandContext } from '../command-context.ts';
import { editArguments } from '../edit-arguments.ts';
import { createSignInLink, renderPhoneLink } from '../phone-link.ts';
import type { Choice } from '../prompts.ts';
import { printable } from '../render/printable.ts';

export type DecidingClient = Pick<Client, 'approvals' | 'call'>;

type Chosen = 'later' | 'phone' | GrantScope | 'edit' | 'feedback' | 'reject';

/** Asks what to do with one request and does it. Null when the question was called off. */
export async function chooseDecision(
  context: CommandContext,
  client: DecidingClient,
  approval: ApprovalView,
  signal: AbortSignal,
): Promise<DecisionResponse | 'later' | null> {
  const { terminal } = context;
  const { approvals } = client;
  const chosen = await terminal.prompts.choose<Chosen>('What do you decide?', choicesFor(approval), signal);
  switch (chosen) {
    case null:
    case 'later':
      return chosen;
    case 'phone':
      terminal.write(`\n${renderPhoneLink(await createSignInLink(client, approval.approval_id), terminal)}\n`);
      // Whoever decides there closes the question here.
      return await chooseDecision(context, client, approval, signal);
    case 'call':
      return await approvals.approve(approval);
    case 'exact':
    case 'class':
    case 'family':
    case 'session':
      return await approvals.approve(approval, { scope: chosen });
    case 'edit':
      return await approvals.edit(approval, await editArguments(approval.tool_params, terminal));
    case 'reject':
      return await approvals.reject(approval);
    case 'feedback': {
      const feedback = await terminal.prompts.ask('What should the agent do instead?', signal);
      if (feedback !== null) return await approvals.reject(approval, feedback || undefined);
      return signal.aborted ? null : 'later';
    }
  }
}

/** Leaving it for later comes first: a key pressed in haste must never approve. */
function choicesFor({ scopes, display }: ApprovalView): Choice<Chosen>[] {
  const remembered = scopes
    .filter(({ scope }) => scope !== 'call')
    .map(({ scope, text, warning, past_calls: past }) => ({
      value: scope,
      label: `Approve and remember: ${printable(text)}${past === null ? '' : ` (${past.covered} of the last ${past.of} calls)`}`,
      ...(warning === null ? {} : { hint: printable(warning) }),
    }));
  return [
    { value: 'later', label: 'Decide later' },
    // A8: what cannot be shown nobody can approve; it can be made shorter, or rejected.
    ...(display.showable ? [{ value: 'call' as const, label: 'Approve this call' }, ...remembered] : []),
    { value: 'edit', label: 'Change the arguments, then approve' },
    { value: 'feedback', label: 'Reject and say why' },
    { value: 'reject', label: 'Reject' },
    { value: 'phone', label: 'On a phone', hint: 'shows a code for its camera' },
  ];
}
