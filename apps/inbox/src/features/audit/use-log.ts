import { useInfiniteQuery } from '@tanstack/react-query';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';
import { type LogFilter, logQueryOf, searchOfLog } from './log-filter.ts';

const pageSize = 100;

export function logKey(projectId: string) {
  return [...projectKey(projectId), 'log'] as const;
}

/** Entries that match, newest first, as far back as was asked for. */
export function useLog(filter: LogFilter) {
  const { api, projectId } = useSession();
  return useInfiniteQuery({
    queryKey: [...logKey(projectId), searchOfLog(filter).toString()],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...logQueryOf(filter), limit: pageSize, ...(pageParam === null ? {} : { before: pageParam }) };
      if (filter.scope === 'server') return api.call('searchServerLog', { query }, { signal });
      const session = filter.session === null ? {} : { session_id: filter.session };
      return api.call('searchLog', { params: { project_id: projectId }, query: { ...query, ...session } }, { signal });
    },
    getNextPageParam: ({ next_before }) => next_before,
    // Somebody may be reading: what is newer is offered, and never pushes away what is there.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}
