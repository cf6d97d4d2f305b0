import type { DraftRuleRequest, ExplainRequest } from '@countersign/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';
import { usePaused } from './use-paused.ts';

/** What is typed is asked about once: earlier versions of a text are not worth their memory. */
const simulationKeptMs = 10_000;

export function policyKey(projectId: string) {
  return [...projectKey(projectId), 'policy'] as const;
}

/** The rules in force. The file may be changed beside the page, so whoever opens a view of them sees them fresh. */
export function usePolicy() {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: policyKey(projectId),
    staleTime: 0,
    queryFn: ({ signal }) => api.call('getPolicy', { params: { project_id: projectId } }, { signal }),
  });
}

/** What another policy would have done to the calls made so far, asked once the typing pauses. Null asks nothing. */
export function useSimulation(text: string | null) {
  const { api, projectId } = useSession();
  const asked = usePaused(text);
  const query = useQuery({
    queryKey: [...policyKey(projectId), 'simulation', asked],
    enabled: asked !== null,
    retry: false,
    gcTime: simulationKeptMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const body = { text: asked ?? '' };
      const simulation = await api.call('simulatePolicy', { params: { project_id: projectId }, body }, { signal });
      return { text: asked, simulation };
    },
  });
  return {
    /** Of the text as it is now, or null while that is not known yet. */
    simulation: text !== null && query.data?.text === text ? query.data.simulation : null,
    /** Of a text before it: stays on the screen meanwhile. */
    last: text === null ? null : (query.data?.simulation ?? null),
    error: asked === text ? query.error : null,
  };
}

/** Null asks nothing. */
export function useExplanation(request: ExplainRequest | null) {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: [...policyKey(projectId), 'explanation', request],
    enabled: request !== null,
    retry: false,
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.call('explainCall', { params: { project_id: projectId }, body: request ?? {} }, { signal }),
  });
}

/** Rules for calls like one, added to the file that has this hash: to another they are drafted anew. Null asks nothing. */
export function useRuleDrafts(request: DraftRuleRequest, textHash: string | null) {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: [...policyKey(projectId), 'drafts', request, textHash],
    enabled: textHash !== null,
    retry: false,
    staleTime: 0,
    queryFn: ({ signal }) => api.call('draftRule', { params: { project_id: projectId }, body: request }, { signal }),
  });
}
