import { makeVisible } from '@countersign/policy/make-visible';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';

const sessionsMax = 200;

export function sessionTitlesKey(projectId: string) {
  return [...projectKey(projectId), 'session-titles'] as const;
}

/** What sessions are called: the newest by their titles, older ones by the end of their ids. */
export function useSessionTitles(): (sessionId: string) => string {
  const { api, projectId } = useSession();
  const { data } = useQuery({
    queryKey: sessionTitlesKey(projectId),
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId };
      const { sessions } = await api.call('listSessions', { params, query: { limit: sessionsMax } }, { signal });
      return new Map(sessions.map(({ session_id: id, title }) => [id, makeVisible(title)]));
    },
  });
  return useCallback((sessionId) => data?.get(sessionId) || sessionId.slice(-6), [data]);
}
