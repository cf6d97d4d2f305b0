import type { ApprovalView, DecisionRequest } from '@countersign/contract';
import type { Call, CallInput, CallOptions } from './endpoint-types.ts';

/** What a decision needs of an approval: which one, and the digest of what was shown (L7). */
export type ShownApproval = Pick<ApprovalView, 'approval_id' | 'project_id' | 'digest'>;

export type Remember = Pick<DecisionRequest, 'scope' | 'expires_in_seconds'>;
export type BatchedDecision = {
  readonly approval: ShownApproval;
  readonly decision: 'approve' | 'reject';
  readonly feedback?: string;
};

/** Approvals, and decisions on them. A decision takes the approval itself: nothing is decided by id alone. */
export function approvalsClient(call: Call) {
  const decide = (approval: ShownApproval, decision: Omit<DecisionRequest, 'digest'>, options?: CallOptions) =>
    call('decideApproval', { params: paramsOf(approval), body: { digest: approval.digest, ...decision } }, options);
  return {
    list: (projectId: string, query: CallInput<'listApprovals'>['query'] = {}, options?: CallOptions) =>
      call('listApprovals', { params: { project_id: projectId }, query }, options),
    get: (projectId: string, approvalId: string, options?: CallOptions) =>
      call('getApproval', { params: { project_id: projectId, approval_id: approvalId } }, options),
    approve: (approval: ShownApproval, remember: Remember = {}, options?: CallOptions) =>
      call('approveApproval', { params: paramsOf(approval), body: { digest: approval.digest, ...remember } }, options),
    reject: (approval: ShownApproval, feedback?: string, options?: CallOptions) => {
      const reason = feedback === undefined ? {} : { reason: feedback };
      return call(
        'rejectApproval',
        { params: paramsOf(approval), body: { digest: approval.digest, ...reason } },
        options,
      );
    },
    /** A1: approves other arguments than the agent asked for; the server judges them again before they can run. */
    edit: (approval: ShownApproval, modified: Record<string, unknown>, options?: CallOptions) =>
      decide(approval, { decision: 'edit', modified_arguments: modified }, options),
    /** How an edit would be judged and shown. */
    checkEdit: (approval: ShownApproval, modified: Record<string, unknown>, options?: CallOptions) =>
      call('checkEdit', { params: paramsOf(approval), body: { modified_arguments: modified } }, options),
    decide,
    decideMany: (projectId: string, decisions: readonly BatchedDecision[], options?: CallOptions) =>
      call(
        'decideApprovals',
        {
          params: { project_id: projectId },
          body: {
            decisions: decisions.map(({ approval: { approval_id, digest }, ...rest }) => ({
              approval_id,
              digest,
              ...rest,
            })),
          },
        },
        options,
      ),
  };
}

function paramsOf({ project_id, approval_id }: ShownApproval) {
  return { project_id, approval_id };
}
