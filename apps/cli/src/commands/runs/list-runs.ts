import { type RunStatus, type RunView, runStatuses } from '@countersign/contract';
import { command } from '../../command.ts';
import { findSessionId } from '../../find-session.ts';
import { type PageOptions, pageHint, pageOptions, pageQuery } from '../../page-options.ts';
import { relativeText } from '../../render/duration.ts';
import { printable } from '../../render/printable.ts';
import { shortIds } from '../../render/short-ids.ts';
import type { Style } from '../../render/style.ts';
import { renderTable } from '../../render/table.ts';

type Options = PageOptions & { status?: RunStatus; session?: string };

const taskLengthMax = 80;

export const listRuns = command<Options>({
  summary: 'List what the agent works or worked on, newest first',
  options: [
    { flags: '--status <status>', description: 'only runs in this state', choices: runStatuses },
    { flags: '--session <id>', description: 'only runs of this session' },
    ...pageOptions,
  ],
  examples: [
    ['runs list', 'what happened last'],
    ['runs list --status running', 'what goes on now'],
  ],
  async run(context, _, options) {
    const { client, projectId, print, style, terminal } = context;
    const { status, session } = options;
    const project = await projectId();
    const answer = await client().runs.list(project, {
      ...pageQuery(options),
      ...(status ? { status } : {}),
      ...(session ? { session_id: await findSessionId(context, project, session) } : {}),
    });
    const short = shortIds(answer.runs.map(({ run_id }) => run_id));
    const rows = answer.runs.map((each) => [
      short(each.run_id),
      relativeText(each.created_at, terminal.now()),
      stateText(each, style),
      String(each.usage.turns),
      String(each.usage.tool_calls),
      printable(each.model),
      printable(each.task.length > taskLengthMax ? `${each.task.slice(0, taskLengthMax)}…` : each.task),
    ]);
    print(answer, () =>
      rows.length === 0
        ? 'No runs. Give the agent a task with `countersign run "…"`.\n'
        : renderTable(['ID', 'BEGUN', 'STATE', 'TURNS', 'CALLS', 'MODEL', 'TASK'], rows, style) +
          pageHint(answer.next_cursor),
    );
  },
});

function stateText({ status, waiting_for: waitingFor }: RunView, style: Style): string {
  if (status === 'running' && waitingFor === 'approval') return style.warning('asks');
  return status;
}
