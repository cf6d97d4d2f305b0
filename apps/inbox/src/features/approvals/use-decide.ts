import type { ApprovalView, DecisionRequest, DecisionResponse } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../app/api.ts';
import { useSession } from '../../app/session.tsx';
import { approvalKey } from './approval-queries.ts';
import { useApprovals } from './approvals-provider.tsx';

export type Verdict = Omit<DecisionRequest, 'digest'>;

/** Decides the call that was shown, by its digest: if it is another by now, the server refuses. */
export function useDecide({ approval_id, project_id, digest }: ApprovalView) {
  const { api, projectId } = useSession();
  const { markDecided } = useApprovals();
  const queryClient = useQueryClient();
  return useMutation<DecisionResponse, Error, Verdict>({
    mutationFn: (verdict) =>
      api.call('decideApproval', { params: { project_id, approval_id }, body: { digest, ...verdict } }),
    onSuccess: ({ status, decision }) => {
      queryClient.setQueryData<ApprovalView>(approvalKey(projectId, approval_id), (known) =>
        known === undefined ? undefined : { ...known, status, decision },
      );
      markDecided(approval_id);
    },
    onError: (error) => {
      // Someone was faster, time ran out, or it is another call now: what is true is asked for again.
      if (error instanceof ApiError && (error.status === 409 || error.status === 410 || error.status === 404))
        markDecided(approval_id);
      if (error instanceof ApiError && error.code === 'digest_mismatch')
        void queryClient.invalidateQueries({ queryKey: ['project', projectId] });
    },
  });
}
