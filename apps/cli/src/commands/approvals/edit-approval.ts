import { resolve } from 'node:path';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { editArguments, parseArguments } from '../../edit-arguments.ts';
import { findApproval } from '../../find-approval.ts';
import { renderDecision } from '../../render/approval.ts';
import { UsageError } from '../../usage-error.ts';

export const editApproval = command<{ arguments?: string }>({
  summary: 'Approve a call with other arguments',
  details:
    'The changed arguments are validated and judged again before anything runs, and the agent is told what changed.',
  arguments: [['<id>', 'id of the approval, or the beginning of it']],
  options: [{ flags: '--arguments <json>', description: 'all arguments as JSON, or @FILE (default: opens $EDITOR)' }],
  examples: [
    ['approvals edit 019a3c5e-7d', 'in your editor'],
    ['approvals edit 019a3c5e-7d --arguments \'{"path":"notes.txt"}\'', 'in a script'],
  ],
  async run(context, [given], options) {
    const approval = await findApproval(context, given!);
    const modified =
      options.arguments === undefined
        ? await editArguments(approval.tool_params, context.terminal)
        : parseArguments(textOf(context, options.arguments));
    const response = await context.client().approvals.edit(approval, modified);
    context.print(response, () => renderDecision(response, context.style));
  },
});

function textOf({ terminal }: CommandContext, given: string): string {
  if (!given.startsWith('@')) return given;
  const path = resolve(terminal.cwd, given.slice(1));
  try {
    return terminal.readFile(path);
  } catch (error) {
    throw new UsageError(`--arguments cannot be read from ${path}: ${(error as Error).message}`);
  }
}
