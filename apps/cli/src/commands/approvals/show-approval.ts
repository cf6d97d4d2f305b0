import { command } from '../../command.ts';
import { findApproval } from '../../find-approval.ts';
import { renderApproval } from '../../render/approval.ts';

export const showApproval = command({
  summary: 'Show one request in full, as it is to be decided',
  arguments: [['<id>', 'id of the approval, or the beginning of it']],
  examples: [['approvals show 019a3c5e-7d', 'ids are in approvals list']],
  async run(context, [given]) {
    const approval = await findApproval(context, given!);
    context.print(approval, () => renderApproval(approval, context.style, context.terminal.now()));
  },
});
