import { useQuery } from '@tanstack/react-query';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';

/** Breakers open and close by themselves, and no message tells of it: as long as somebody looks, it is asked. */
const lookAgainMs = 5_000;

export function sourcesKey(projectId: string) {
  return [...projectKey(projectId), 'sources'] as const;
}

export function useSources() {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: [...sourcesKey(projectId), 'list'],
    refetchInterval: lookAgainMs,
    queryFn: async ({ signal }) => (await api.call('listSources', {}, { signal })).sources,
  });
}

export function useSource(name: string) {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: [...sourcesKey(projectId), 'one', name],
    refetchInterval: lookAgainMs,
    queryFn: ({ signal }) => api.call('getSource', { params: { source: name } }, { signal }),
  });
}

export function secretsKey(projectId: string) {
  return [...projectKey(projectId), 'secrets'] as const;
}

export function useSecrets() {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: secretsKey(projectId),
    queryFn: async ({ signal }) => (await api.call('listSecrets', {}, { signal })).secrets,
  });
}
