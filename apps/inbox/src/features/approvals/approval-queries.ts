import type { CallOutput } from '@countersign/client';
import type { ApprovalView } from '@countersign/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Api } from '../../app/api.ts';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';

/** Approvals that are looked at; with more waiting than this, the rest comes as these are decided. */
const pendingMax = 10_000;
const pageSize = 200;
/** More than a screen of them: the rest may come while these are read. */
const firstPageSize = 50;

export function pendingKey(projectId: string) {
  return [...projectKey(projectId), 'approvals', 'pending'] as const;
}

export function recentKey(projectId: string) {
  return [...projectKey(projectId), 'approvals', 'recent'] as const;
}

export function approvalKey(projectId: string, approvalId: string) {
  return [...projectKey(projectId), 'approval', approvalId] as const;
}

/** What became known of approvals while a list was on its way: null for those that are over. */
export type Changes = Map<string, { readonly at: number; readonly approval: ApprovalView | null }>;

/** Every approval that waits, oldest first. The first page is shown while the others are on their way. */
export async function loadPending(
  { api, queryClient, projectId, changes }: { api: Api; queryClient: QueryClient; projectId: string; changes: Changes },
  signal: AbortSignal,
): Promise<readonly ApprovalView[]> {
  const startedAt = performance.now();
  const key = pendingKey(projectId);
  const isFirst = queryClient.getQueryData(key) === undefined;
  const found: ApprovalView[] = [];
  let cursor: string | null = null;
  do {
    const query: { status: 'pending'; limit: number; cursor?: string } = {
      status: 'pending',
      limit: cursor === null ? firstPageSize : pageSize,
      ...(cursor === null ? {} : { cursor }),
    };
    const page: CallOutput<'listApprovals'> = await api.call(
      'listApprovals',
      { params: { project_id: projectId }, query },
      { signal },
    );
    found.push(...page.approvals);
    cursor = page.next_cursor;
    if (isFirst && cursor !== null) queryClient.setQueryData(key, [...found]);
  } while (cursor !== null && found.length < pendingMax);
  return withChanges(found, changes, startedAt);
}

/** A list as it is now, though it was asked for a moment ago. */
function withChanges(found: readonly ApprovalView[], changes: Changes, startedAt: number): readonly ApprovalView[] {
  let list = found;
  for (const [approvalId, { at, approval }] of changes) {
    if (at < startedAt) changes.delete(approvalId);
    else list = approval === null ? without(list, approvalId) : including(list, approval);
  }
  return list;
}

export function including(list: readonly ApprovalView[], approval: ApprovalView): readonly ApprovalView[] {
  if (list.some(({ approval_id }) => approval_id === approval.approval_id)) return list;
  const at = list.findLastIndex(({ requested_at }) => requested_at <= approval.requested_at);
  return list.toSpliced(at + 1, 0, approval);
}

export function without(list: readonly ApprovalView[], approvalId: string): readonly ApprovalView[] {
  return list.some(({ approval_id }) => approval_id === approvalId)
    ? list.filter(({ approval_id }) => approval_id !== approvalId)
    : list;
}

export function useApproval(approvalId: string) {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: approvalKey(projectId, approvalId),
    queryFn: ({ signal }) =>
      api.call('getApproval', { params: { project_id: projectId, approval_id: approvalId } }, { signal }),
  });
}
