import type { ToolCallView } from '@countersign/contract';
import { command } from '../../command.ts';
import { resolveId } from '../../connection/resolve-id.ts';
import { exitCodeOfCall } from '../../exit-codes.ts';
import { renderCall } from '../../render/call.ts';

export const showCall = command<{ wait?: boolean }>({
  summary: 'Show one tool call in full',
  details:
    'With --wait it waits until the call is settled and ends with 0 where it completed, 2 where it was rejected, 3 where\nit timed out and 1 where it failed, was cancelled or nobody knows.',
  arguments: [['<id>', 'id of the call, or the beginning of it']],
  options: [{ flags: '--wait', description: 'wait until it is settled' }],
  examples: [
    ['calls show 019a3c5e-7d', 'ids are in calls list'],
    ['calls show 019a3c5e-7d --wait --json', 'for a script that needs the outcome'],
  ],
  async run({ client, projectId, print, style }, [given], { wait }) {
    const { toolCalls, waitUntilSettled } = client();
    const project = await projectId();
    const id = await resolveId('tool call', given!, async () =>
      (await toolCalls.list(project, { limit: 200 })).tool_calls.map(({ tool_id }) => tool_id),
    );
    const call: ToolCallView = wait ? await waitUntilSettled(project, id) : await toolCalls.get(project, id);
    print(call, () => renderCall(call, style));
    if (wait) return exitCodeOfCall(call.status);
  },
});
