import type { ApprovalView } from '@countersign/contract';
import type { CommandContext } from './command-context.ts';
import { resolveId } from './connection/resolve-id.ts';

/** The approval that an id, or the beginning of one, stands for: those that wait first, then the latest. */
export async function findApproval({ client, projectId }: CommandContext, given: string): Promise<ApprovalView> {
  const { approvals } = client();
  const project = await projectId();
  const idsOf = (page: { approvals: readonly ApprovalView[] }) => page.approvals.map(({ approval_id }) => approval_id);
  const id = await resolveId('approval', given, async () => {
    const waiting = idsOf(await approvals.list(project, { status: 'pending', limit: 200 }));
    return waiting.some((each) => each.startsWith(given.toLowerCase()))
      ? waiting
      : idsOf(await approvals.list(project, { limit: 200 }));
  });
  return await approvals.get(project, id);
}
