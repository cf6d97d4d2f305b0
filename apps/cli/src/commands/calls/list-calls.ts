import { type CallStatus, callStatuses } from '@countersign/contract';
import { command } from '../../command.ts';
import { type PageOptions, pageHint, pageOptions, pageQuery } from '../../page-options.ts';
import { relativeText } from '../../render/duration.ts';
import { printable } from '../../render/printable.ts';
import { shortIds } from '../../render/short-ids.ts';
import { renderTable } from '../../render/table.ts';

type Options = PageOptions & { status?: CallStatus; session?: string };

export const listCalls = command<Options>({
  summary: 'List tool calls, newest first',
  options: [
    { flags: '--status <status>', description: 'only calls in this state', choices: callStatuses },
    { flags: '--session <id>', description: 'only calls of this session' },
    ...pageOptions,
  ],
  examples: [
    ['calls list', 'what happened last'],
    ['calls list --status unknown', 'calls of which nobody knows how they ended'],
  ],
  async run({ client, projectId, print, style, terminal }, _, options) {
    const { status, session } = options;
    const answer = await client().toolCalls.list(await projectId(), {
      ...pageQuery(options),
      ...(status ? { status } : {}),
      ...(session ? { session_id: session } : {}),
    });
    const short = shortIds(answer.tool_calls.map(({ tool_id }) => tool_id));
    const rows = answer.tool_calls.map((call) => [
      short(call.tool_id),
      relativeText(call.created_at, terminal.now()),
      call.status,
      style.risk(call.risk_level),
      printable(call.tool_name),
      printable(call.description),
    ]);
    print(answer, () =>
      rows.length === 0
        ? 'No tool calls.\n'
        : renderTable(['ID', 'ASKED', 'STATE', 'RISK', 'TOOL', 'WHAT'], rows, style) + pageHint(answer.next_cursor),
    );
  },
});
