import { useQuery } from '@tanstack/react-query';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';

/** No message tells of runners that come and go: as long as somebody looks, it is asked this often. */
const lookAgainMs = 3_000;

export function runnersKey(projectId: string) {
  return [...projectKey(projectId), 'runners'] as const;
}

/** The runners of the project; those that are there first. */
export function useRunners() {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: runnersKey(projectId),
    refetchInterval: lookAgainMs,
    queryFn: async ({ signal }) => {
      const { runners } = await api.call('listRunners', { params: { project_id: projectId } }, { signal });
      return runners.toSorted(
        (one, other) => Number(other.is_present) - Number(one.is_present) || one.name.localeCompare(other.name),
      );
    },
  });
}
