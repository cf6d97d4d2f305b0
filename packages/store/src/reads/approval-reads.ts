import type { ApprovalWithCall, Store } from '@countersign/control-plane';
import { type Kysely, sql } from 'kysely';
import { approvalOf } from '../rows/approval.ts';
import { callOf } from '../rows/tool-call.ts';
import type { ApprovalRow, Schema, ToolCallRow } from '../schema.ts';
import { pageOf, rowsToRead } from './page-of.ts';

export function approvalReads(db: Kysely<Schema>): Pick<Store, 'findApproval' | 'listApprovals'> {
  // One query, so that approval and call are of the same moment.
  const approvals = db
    .selectFrom('approvals as asked')
    .innerJoin('tool_calls as call', 'call.id', 'asked.call_id')
    .innerJoin('agents as agent', 'agent.id', 'call.agent_id')
    .selectAll('call')
    .select([
      'asked.id as asked_id',
      'asked.status as asked_status',
      'asked.requested_at as asked_requested_at',
      'asked.deadline_at as asked_deadline_at',
      'asked.decision as asked_decision',
      'agent.name as agent_name',
    ]);
  return {
    async findApproval(projectId, approvalId) {
      const row = await approvals
        .where('asked.id', '=', approvalId)
        .where('asked.project_id', '=', projectId)
        .executeTakeFirst();
      return row ? approvalWithCallOf(row) : null;
    },

    async listApprovals({ projectId, sessionId, status }, page) {
      const isOldestFirst = status === 'pending';
      let query = approvals.orderBy('asked.id', isOldestFirst ? 'asc' : 'desc').limit(rowsToRead(page));
      if (sessionId === undefined) query = query.where('asked.project_id', '=', projectId);
      // The session's index is the one to use; said of the call, the project does not invite its own.
      else query = query.where('asked.session_id', '=', sessionId).where('call.project_id', '=', projectId);
      if (status !== undefined) query = query.where('asked.status', '=', status);
      // Said in these words, it lets the index of what is not approved be used.
      if (status !== undefined && status !== 'approved') query = query.where('asked.status', '<>', sql.lit('approved'));
      if (page.cursor !== null) query = query.where('asked.id', isOldestFirst ? '>' : '<', page.cursor);
      const read = (await query.execute()).map(approvalWithCallOf);
      return pageOf(read, page, ({ approval }) => approval.id);
    },
  };
}

type JoinedRow = ToolCallRow & {
  asked_id: string;
  asked_status: ApprovalRow['status'];
  asked_requested_at: number;
  asked_deadline_at: number | null;
  asked_decision: string | null;
  agent_name: string;
};

function approvalWithCallOf(row: JoinedRow): ApprovalWithCall {
  const approval = approvalOf({
    id: row.asked_id,
    call_id: row.id,
    project_id: row.project_id,
    session_id: row.session_id,
    status: row.asked_status,
    requested_at: row.asked_requested_at,
    deadline_at: row.asked_deadline_at,
    decision: row.asked_decision,
  });
  return { approval, call: callOf(row), agentName: row.agent_name };
}
