import { command } from '../../command.ts';
import { findApproval } from '../../find-approval.ts';
import { renderDecision } from '../../render/approval.ts';

export const rejectApproval = command<{ feedback?: string }>({
  summary: 'Reject a call; the reason reaches the model',
  arguments: [['<id>', 'id of the approval, or the beginning of it']],
  options: [{ flags: '--feedback <text>', description: 'what the agent should do instead' }],
  examples: [['approvals reject 019a3c5e-7d --feedback "use the staging database"', 'and say why']],
  async run(context, [given], { feedback }) {
    const approval = await findApproval(context, given!);
    const response = await context.client().approvals.reject(approval, feedback);
    context.print(response, () => renderDecision(response, context.style));
  },
});
