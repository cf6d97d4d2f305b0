import { type ApprovalView, CountersignError, limits as wireLimits } from '@countersign/contract';
import { approvalContent, type Verb } from '../text/approval-content.ts';
import type { Armed } from '../text/approval-text.ts';
import { resolvedContent } from '../text/resolved-text.ts';
import { bold, type Content, contentOf, plain, plainContent } from '../text/rich-text.ts';
import type { AllowedUser } from '../users-file.ts';
import type { Asking, LinkedFront } from './link.ts';
import { planApprovals } from './plan-approvals.ts';

/**
 * Brings the requests in one chat to how they stand on the server. Doing it again changes nothing. Gives back when to do it
 * again because a button may not be pressed any longer; null for never.
 */
export async function syncApprovals(front: LinkedFront, user: AllowedUser, asking: Asking): Promise<number | null> {
  const { state, limits, outbox } = front;
  const chatId = user.telegramId;
  const pending = await pendingApprovals(asking, user.projectId, limits.pendingApprovalsMax);
  const openIds = state.messages.open(chatId, 'approval').map(({ subject }) => subject);
  const plan = planApprovals(pending, openIds, limits.openApprovalsMax);
  const resolved: [string, Content][] = [];
  for (const id of plan.resolvedIds) resolved.push([id, await contentOfResolved(asking, user.projectId, id)]);
  state.transact(() => {
    for (const approval of plan.shown) showPending(front, chatId, approval);
    for (const [id, content] of resolved) closeApproval(front, chatId, id, content);
    showRest(front, chatId, plan.restCount);
  });
  outbox.ring();
  const armed = plan.shown.map(
    ({ approval_id, digest }) => state.buttons.armed(chatId, approval_id, digest)?.expiresAt,
  );
  return armed.reduce<number | null>((first, at) => (at && (first === null || at < first) ? at : first), null);
}

async function pendingApprovals(
  { client, signal }: Asking,
  projectId: string,
  countMax: number,
): Promise<ApprovalView[]> {
  const all: ApprovalView[] = [];
  let cursor: string | null = null;
  do {
    const query = { status: 'pending' as const, limit: wireLimits.pageSizeMax, ...(cursor === null ? {} : { cursor }) };
    const page: { approvals: ApprovalView[]; next_cursor: string | null } = await client.approvals.list(
      projectId,
      query,
      { signal },
    );
    all.push(...page.approvals);
    cursor = page.next_cursor;
  } while (cursor !== null && all.length < countMax);
  return all;
}

function showPending({ state, pageUrl }: LinkedFront, chatId: number, approval: ApprovalView): void {
  const { approval_id: approvalId, project_id: projectId, digest } = approval;
  const button = state.buttons.armed(chatId, approvalId, digest);
  const armed = button && ({ verb: button.verb } as Armed);
  const idOf = (verb: Verb): string =>
    button?.verb === verb ? button.id : state.buttons.idFor({ chatId, approvalId, projectId, digest, verb });
  const content = approvalContent(approval, armed, idOf, pageUrl);
  state.messages.want({ chatId, kind: 'approval', subject: approvalId }, { content, isOpen: true });
}

function closeApproval({ state }: LinkedFront, chatId: number, approvalId: string, content: Content): void {
  state.messages.close({ chatId, kind: 'approval', subject: approvalId }, content);
  state.buttons.disarm({ chatId, approvalId });
  for (const { subject } of state.messages.open(chatId, 'reason')) {
    if (state.buttons.find(subject)?.approvalId !== approvalId) continue;
    state.messages.close(
      { chatId, kind: 'reason', subject },
      plainContent('No reason is needed any more: it is decided.'),
    );
  }
}

/** One message for all requests that have none; gone when there are none. */
function showRest({ state, pageUrl }: LinkedFront, chatId: number, count: number): void {
  const name = { chatId, kind: 'rest', subject: 'approvals' } as const;
  if (count === 0) {
    state.messages.drop(name);
    return;
  }
  const where = pageUrl === null ? 'List them with `countersign approvals list`.' : 'All of them are in the browser.';
  const content = contentOf(
    [
      bold(`📚 ${count} more ${count === 1 ? 'request waits' : 'requests wait'}.`),
      plain(` They come here as those above are decided. ${where}`),
    ],
    pageUrl === null ? [] : [[{ label: 'Open all in browser', url: `${pageUrl}/` }]],
  );
  state.messages.want(name, { content, isOpen: true });
}

async function contentOfResolved({ client, signal }: Asking, projectId: string, approvalId: string): Promise<Content> {
  try {
    return resolvedContent(await client.approvals.get(projectId, approvalId, { signal }));
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code !== 'not_found') throw error;
    return plainContent('This request is not there any more.');
  }
}
