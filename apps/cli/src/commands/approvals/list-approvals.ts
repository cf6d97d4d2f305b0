import { type ApprovalStatus, approvalStatuses } from '@countersign/contract';
import { command } from '../../command.ts';
import { type PageOptions, pageHint, pageOptions, pageQuery } from '../../page-options.ts';
import { relativeText } from '../../render/duration.ts';
import { printable } from '../../render/printable.ts';
import { shortIds } from '../../render/short-ids.ts';
import { renderTable } from '../../render/table.ts';

type Options = PageOptions & { status?: ApprovalStatus | 'all'; session?: string };

export const listApprovals = command<Options>({
  summary: 'List what waits for a decision',
  options: [
    {
      flags: '--status <status>',
      description: 'in this state instead of pending, or all',
      choices: [...approvalStatuses, 'all'],
    },
    { flags: '--session <id>', description: 'only those of this session' },
    ...pageOptions,
  ],
  examples: [
    ['approvals list', 'what waits, oldest first'],
    ['approvals list --status rejected --json', 'what was refused, for a program'],
  ],
  async run({ client, projectId, print, style, terminal }, _, options) {
    const { status = 'pending', session } = options;
    const answer = await client().approvals.list(await projectId(), {
      ...pageQuery(options),
      ...(status === 'all' ? {} : { status }),
      ...(session ? { session_id: session } : {}),
    });
    const short = shortIds(answer.approvals.map(({ approval_id }) => approval_id));
    const rows = answer.approvals.map((approval) => [
      short(approval.approval_id),
      approval.status,
      style.risk(approval.risk_level),
      approval.deadline_at === null ? 'none' : relativeText(approval.deadline_at, terminal.now()),
      printable(approval.agent.name),
      printable(approval.display.title),
    ]);
    print(answer, () =>
      rows.length === 0
        ? 'Nothing here. `countersign approvals watch` tells when something comes.\n'
        : renderTable(['ID', 'STATE', 'RISK', 'DEADLINE', 'AGENT', 'WHAT'], rows, style) + pageHint(answer.next_cursor),
    );
  },
});
