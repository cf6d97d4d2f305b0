import type { CallOutput } from '@countersign/client';
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';

const sessionsPageSize = 50;
const runsMax = 200;
const grantsMax = 200;

export function sessionsKey(projectId: string) {
  return [...projectKey(projectId), 'sessions'] as const;
}

/** Shared with the name of a session on an approval: both know of the banner at once. */
export function sessionKey(projectId: string, sessionId: string) {
  return [...projectKey(projectId), 'session', sessionId] as const;
}

export function runsKey(projectId: string, sessionId: string | null) {
  return [...projectKey(projectId), 'runs', sessionId] as const;
}

export function treeKey(projectId: string, sessionId: string) {
  return [...projectKey(projectId), 'tree', sessionId] as const;
}

export function grantsKey(projectId: string, sessionId: string) {
  return [...projectKey(projectId), 'grants', sessionId] as const;
}

export function callKey(projectId: string, toolId: string) {
  return [...projectKey(projectId), 'tool-call', toolId] as const;
}

type SessionsPage = CallOutput<'listSessions'>;

/** Newest first, a page at a time. */
export function useSessionList() {
  const { api, projectId } = useSession();
  return useInfiniteQuery<
    SessionsPage,
    Error,
    InfiniteData<SessionsPage>,
    ReturnType<typeof sessionsKey>,
    string | null
  >({
    queryKey: sessionsKey(projectId),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'listSessions',
        {
          params: { project_id: projectId },
          query: { limit: sessionsPageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        },
        { signal },
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

export function useSessionView(sessionId: string) {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: sessionKey(projectId, sessionId),
    queryFn: ({ signal }) =>
      api.call('getSession', { params: { project_id: projectId, session_id: sessionId } }, { signal }),
  });
}

/** Runs of one session, or of all of them; newest first. */
export function useRuns(sessionId: string | null) {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: runsKey(projectId, sessionId),
    queryFn: async ({ signal }) => {
      const query = { limit: runsMax, ...(sessionId === null ? {} : { session_id: sessionId }) };
      return (await api.call('listRuns', { params: { project_id: projectId }, query }, { signal })).runs;
    },
  });
}

export function useEventTree(sessionId: string) {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: treeKey(projectId, sessionId),
    queryFn: ({ signal }) =>
      api.call('getEventTree', { params: { project_id: projectId }, query: { id: sessionId } }, { signal }),
  });
}

/** Remembered decisions of a session, those that have ended too: calls that they let through stay in the timeline. */
export function useGrants(sessionId: string) {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: grantsKey(projectId, sessionId),
    queryFn: async ({ signal }) => {
      const query = { session_id: sessionId, include_ended: true, limit: grantsMax };
      return (await api.call('listGrants', { params: { project_id: projectId }, query }, { signal })).grants;
    },
  });
}

export function useToolCall(toolId: string) {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: callKey(projectId, toolId),
    queryFn: ({ signal }) =>
      api.call('getToolCall', { params: { project_id: projectId, tool_id: toolId } }, { signal }),
  });
}

export function useModels() {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: [...projectKey(projectId), 'models'],
    queryFn: async ({ signal }) =>
      (await api.call('listModels', { params: { project_id: projectId } }, { signal })).models,
  });
}

/** Machines that a new session can be bound to. */
export function useMachines() {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: [...projectKey(projectId), 'runners'],
    queryFn: ({ signal }) => api.call('listRunners', { params: { project_id: projectId } }, { signal }),
    select: ({ runners }) => [...new Set(runners.filter(({ is_present }) => is_present).map(({ machine }) => machine))],
  });
}
