import type { ApprovalStatus } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import type { Decision } from '../ports/records.ts';
import type { FollowingWrite } from '../ports/store.ts';

/** The approval of a call that has been waiting, as it is once the waiting is over. */
export function closedApproval(
  waiting: ToolCall,
  status: Exclude<ApprovalStatus, 'pending'>,
  decision: Decision | null,
): FollowingWrite {
  if (waiting.state.status !== 'awaiting_approval') throw new Error('only a call that waits has an open approval');
  const { approvalId, deadlineAt } = waiting.state;
  const { projectId, sessionId, createdAt } = waiting.request;
  return {
    kind: 'approval',
    record: {
      id: approvalId,
      callId: waiting.id,
      projectId,
      sessionId,
      status,
      requestedAt: createdAt,
      deadlineAt,
      decision,
    },
  };
}
