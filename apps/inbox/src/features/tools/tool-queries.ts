import { useQuery, useQueryClient } from '@tanstack/react-query';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';
import { sourcesKey } from '../sources/source-queries.ts';

/** Tools that this person may see; for administrators also those that are switched off or no longer offered. */
export function useTools() {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: [...catalogueKey(projectId), 'list'],
    queryFn: async ({ signal }) => (await api.call('listTools', { query: {} }, { signal })).tools,
  });
}

/** Where tools run and how long a question about them stays open, by name: of those that can be called now. */
export function useAvailableTools() {
  const { api, projectId } = useSession();
  const { data } = useQuery({
    queryKey: [...projectKey(projectId), 'tools'],
    queryFn: ({ signal }) => api.call('listAvailableTools', { params: { project_id: projectId } }, { signal }),
  });
  return new Map(data?.tools.map((tool) => [tool.name, tool] as const));
}

export function useTool(name: string) {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: [...catalogueKey(projectId), 'tool', name],
    queryFn: ({ signal }) => api.call('getTool', { params: { tool_id: name } }, { signal }),
  });
}

/** After a source or a tool has changed: everything that names tools is asked for again. */
export function useForgetTools(): () => Promise<unknown> {
  const { projectId } = useSession();
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: catalogueKey(projectId) }),
      queryClient.invalidateQueries({ queryKey: [...projectKey(projectId), 'tools'] }),
      queryClient.invalidateQueries({ queryKey: sourcesKey(projectId) }),
    ]);
}

function catalogueKey(projectId: string) {
  return [...projectKey(projectId), 'catalogue'] as const;
}
