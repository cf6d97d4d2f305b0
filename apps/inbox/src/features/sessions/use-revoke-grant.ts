import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSession } from '../../app/session.tsx';
import { grantsKey, sessionKey } from './session-queries.ts';

/** Takes a remembered decision of a session back. */
export function useRevokeGrant(sessionId: string) {
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  const lookAgain = useCallback((): void => {
    void queryClient.invalidateQueries({ queryKey: grantsKey(projectId, sessionId) });
    void queryClient.invalidateQueries({ queryKey: sessionKey(projectId, sessionId) });
  }, [queryClient, projectId, sessionId]);
  const mutation = useMutation({
    mutationFn: (grantId: string) => api.call('revokeGrant', { params: { project_id: projectId, grant_id: grantId } }),
    onSettled: lookAgain,
  });
  return { ...mutation, lookAgain };
}
