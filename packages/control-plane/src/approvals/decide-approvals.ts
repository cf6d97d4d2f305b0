import { type ApprovalId, CountersignError, type ProjectId } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { User } from '../principal.ts';
import { type Decided, decideApproval } from './decide-approval.ts';

export type BatchItem = {
  readonly approvalId: ApprovalId;
  readonly verb: 'approve' | 'reject';
  readonly feedback: string | null;
  readonly digest: string | null;
};

export type BatchResult = { readonly approvalId: ApprovalId } & (
  | { readonly ok: true; readonly decided: Decided }
  | { readonly ok: false; readonly error: CountersignError }
);

/** A3: many approvals by ids the user has seen, each decided and answered on its own. No edits, no remembering. */
export async function decideApprovals(
  plane: ControlPlane,
  user: User,
  projectId: ProjectId,
  items: readonly BatchItem[],
): Promise<BatchResult[]> {
  return Promise.all(
    items.map(async ({ approvalId, verb, feedback, digest }): Promise<BatchResult> => {
      const input = { verb, feedback, digest, modifiedArguments: null, scope: 'call', expiresInSeconds: null } as const;
      try {
        return { approvalId, ok: true, decided: await decideApproval(plane, user, { projectId, approvalId }, input) };
      } catch (error) {
        if (error instanceof CountersignError) return { approvalId, ok: false, error };
        throw error;
      }
    }),
  );
}
