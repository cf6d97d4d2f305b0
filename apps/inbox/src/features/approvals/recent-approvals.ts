import type { ApprovalStatus, ApprovalView } from '@countersign/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.tsx';
import { recentKey } from './approval-queries.ts';

export type DecidedStatus = Exclude<ApprovalStatus, 'pending'>;
export const decidedStatuses: readonly DecidedStatus[] = ['approved', 'rejected', 'expired', 'cancelled'];

/** Of each status, so that a thousand which still wait do not stand before what was decided. */
const pageSize = 50;

/** Where each status goes on; null where there is no more of it. */
type Cursors = Readonly<Record<DecidedStatus, string | null>>;
export type RecentPage = {
  readonly found: Readonly<Record<DecidedStatus, readonly ApprovalView[]>>;
  readonly next: Cursors;
};

/** What is no longer open, newest first, a good number at a time. */
export function useRecentApprovals() {
  const { api, projectId } = useSession();
  return useInfiniteQuery({
    queryKey: recentKey(projectId),
    initialPageParam: null as Cursors | null,
    queryFn: async ({ pageParam, signal }): Promise<RecentPage> => {
      const pages = await Promise.all(
        decidedStatuses.map(async (status) => {
          const cursor = pageParam?.[status];
          if (cursor === null) return { status, approvals: [], next_cursor: null };
          const query = { status, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) };
          return {
            status,
            ...(await api.call('listApprovals', { params: { project_id: projectId }, query }, { signal })),
          };
        }),
      );
      return {
        found: byStatus(pages.map(({ status, approvals }) => [status, approvals])),
        next: byStatus(pages.map(({ status, next_cursor: cursor }) => [status, cursor])),
      };
    },
    getNextPageParam: ({ next }) => (hasMore(next) ? next : null),
    select: ({ pages }) => newestOf(pages),
  });
}

/**
 * All of them in one list, as far back as every status is known: beyond that, some would be missing between the others.
 */
export function newestOf(pages: readonly RecentPage[]): readonly ApprovalView[] {
  const last = pages.at(-1);
  if (!last) return [];
  let knownSince = '';
  for (const status of decidedStatuses) {
    const oldest = pages.findLast(({ found }) => found[status].length > 0)?.found[status].at(-1);
    if (last.next[status] !== null && oldest && oldest.requested_at > knownSince) knownSince = oldest.requested_at;
  }
  return pages
    .flatMap(({ found }) => decidedStatuses.flatMap((status) => found[status]))
    .filter(({ requested_at: at }) => at >= knownSince)
    .sort((a, b) => (a.requested_at < b.requested_at ? 1 : a.requested_at > b.requested_at ? -1 : 0));
}

function hasMore(cursors: Cursors): boolean {
  return Object.values(cursors).some((cursor) => cursor !== null);
}

function byStatus<Value>(entries: readonly (readonly [DecidedStatus, Value])[]): Record<DecidedStatus, Value> {
  return Object.fromEntries(entries) as Record<DecidedStatus, Value>;
}
