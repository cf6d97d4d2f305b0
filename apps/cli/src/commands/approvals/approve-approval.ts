import type { ApprovalView, GrantScope } from '@countersign/contract';
import { command } from '../../command.ts';
import { findApproval } from '../../find-approval.ts';
import { parseDuration } from '../../parse-duration.ts';
import { renderDecision } from '../../render/approval.ts';
import { UsageError } from '../../usage-error.ts';

type Options = { scope?: GrantScope; expiresIn?: string; digest?: string };

export const approveApproval = command<Options>({
  summary: 'Approve a call as it was shown',
  arguments: [['<id>', 'id of the approval, or the beginning of it']],
  options: [
    {
      flags: '--scope <scope>',
      description: 'how far it reaches, as `approvals show` lists it: from this call alone to all of the session',
      choices: ['call', 'exact', 'class', 'family', 'session'],
    },
    { flags: '--expires-in <span>', description: 'when a remembered decision ends, for example 2h' },
    { flags: '--digest <digest>', description: 'refuse if the call is another than the one with this digest' },
  ],
  examples: [
    ['approvals approve 019a3c5e-7d', 'this call alone'],
    ['approvals approve 019a3c5e-7d --scope class --expires-in 2h', 'and others like it, for two hours'],
  ],
  async run(context, [given], { scope, expiresIn, digest }) {
    if (expiresIn !== undefined && (scope === undefined || scope === 'call')) {
      throw new UsageError('--expires-in needs a --scope that is remembered: exact, class, family or session');
    }
    const approval = await findApproval(context, given!);
    refuseScopeNotOffered(approval, scope);
    const response = await context
      .client()
      .approvals.approve(digest === undefined ? approval : { ...approval, digest }, {
        ...(scope === undefined ? {} : { scope }),
        ...(expiresIn === undefined ? {} : { expires_in_seconds: parseDuration('--expires-in', expiresIn) }),
      });
    context.print(response, () => renderDecision(response, context.style));
  },
});

/** The words of a scope that is not offered were never shown, so that nobody can have meant them. */
function refuseScopeNotOffered({ scopes, status }: ApprovalView, scope: GrantScope | undefined): void {
  if (scope === undefined || scope === 'call' || status !== 'pending') return;
  if (scopes.some((offer) => offer.scope === scope)) return;
  const offered = scopes.map((offer) => offer.scope).join(', ') || 'none';
  throw new UsageError(`this call cannot be approved with --scope ${scope}; offered: ${offered}`);
}
