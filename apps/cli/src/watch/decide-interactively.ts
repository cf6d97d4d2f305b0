import type { Client } from '@countersign/client';
import type { CommandContext } from '../command-context.ts';
import { DecisionDesk } from './decision-desk.ts';
import { followApprovals } from './follow-approvals.ts';

/** Shows one request after the other and asks, until the person has enough. */
export async function decideInteractively(context: CommandContext, client: Client, projectId: string): Promise<void> {
  const { terminal, style } = context;
  const end = new AbortController();
  const desk = new DecisionDesk(context, client, {
    onIdle: () => terminal.write(style.faint('Waiting for requests. Ctrl+C ends.\n')),
  });
  try {
    await Promise.race([followApprovals(client, projectId, (notice) => desk.tell(notice), end.signal), desk.work()]);
  } finally {
    end.abort();
  }
}
