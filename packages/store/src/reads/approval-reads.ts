import type { ApprovalWithCall, Store } from '@countersign/control-plane';
import { sql } from 'kysely';
import { storeLimits } from '../limits.ts';
import type { NamedRows } from '../names/named-rows.ts';
import type { Names } from '../names/names.ts';
import { approvalOf } from '../rows/approval.ts';
import { approvalStatusCodes } from '../rows/codes.ts';
import { packId } from '../rows/packed-text.ts';
import { previewOf } from '../rows/preview.ts';
import { callOf } from '../rows/tool-call.ts';
import type { ApprovalRow, ToolCallRow } from '../schema.ts';
import type { Seals } from '../seal/seals.ts';
import { pageOf, rowsToRead } from './page-of.ts';
import { given, type Reader } from './reader.ts';

export function approvalReads(
  { db, run }: Reader,
  named: NamedRows,
  seals: Seals,
): Pick<Store, 'findApproval' | 'listApprovals' | 'listApprovalsOf'> {
  const approvalWithCall = (row: JoinedRow, names: Names) => approvalWithCallOf(row, names, seals);
  // One query, so that approval and call are of the same moment.
  const approvals = db
    .selectFrom('approval_rows as asked')
    .innerJoin('call_rows as call', 'call.no', 'asked.call_no')
    .innerJoin('names as agent_id', 'agent_id.no', 'call.agent_no')
    .innerJoin('agents as agent', 'agent.id', 'agent_id.text')
    .leftJoin('preview_rows as preview', 'preview.call_no', 'asked.call_no')
    .selectAll('call')
    .select([
      'asked.id as asked_id',
      'asked.status as asked_status',
      'asked.requested_at as asked_requested_at',
      'asked.deadline_at as asked_deadline_at',
      'asked.verb_no',
      'asked.decided_by_no',
      'asked.decided_at',
      'asked.feedback',
      'asked.grant_id',
      'asked.shown_length',
      'agent.name as agent_name',
      'preview.files as preview_files',
    ]);
  const byId = approvals.where('asked.id', '=', given<Uint8Array>()).compile();
  const ofCalls = db
    .selectFrom('call_rows as call')
    .innerJoin('approval_rows as asked', 'asked.call_no', 'call.no')
    .selectAll('asked')
    .select('call.id as call_id');
  const placeOf = (approvalId: string) =>
    db.selectFrom('approval_rows').select('call_no').where('id', '=', packId(approvalId));
  return {
    async findApproval(projectId, approvalId) {
      const found = await named.first(await run(byId, [packId(approvalId)]), approvalWithCall);
      return found?.approval.projectId === projectId ? found : null;
    },

    async listApprovals({ projectId, sessionId, status }, page) {
      const isOldestFirst = status === 'pending';
      const projectNo = await named.numberOf(projectId);
      let query = approvals.orderBy('asked.call_no', isOldestFirst ? 'asc' : 'desc').limit(rowsToRead(page));
      if (sessionId === undefined) query = query.where('asked.project_no', '=', projectNo);
      else {
        // The session's index is the one to use; said of the call, the project does not invite its own.
        query = query.where('asked.session_no', '=', await named.numberOf(sessionId));
        query = query.where('call.project_no', '=', projectNo);
      }
      if (status !== undefined) query = query.where('asked.status', '=', approvalStatusCodes[status]);
      // Said in these words, it lets the index of what is not approved be used.
      if (status !== undefined && status !== 'approved') {
        query = query.where('asked.status', '<>', sql.lit(approvalStatusCodes.approved));
      }
      if (page.cursor !== null) query = query.where('asked.call_no', isOldestFirst ? '>' : '<', placeOf(page.cursor));
      const read = await named.all(await query.execute(), approvalWithCall);
      return pageOf(read, page, ({ approval }) => approval.id);
    },

    async listApprovalsOf(callIds) {
      const found = [];
      for (let from = 0; from < callIds.length; from += storeLimits.idsPerQueryMax) {
        const ids = callIds.slice(from, from + storeLimits.idsPerQueryMax).map(packId);
        found.push(...(await ofCalls.where('call.id', 'in', ids).execute()));
      }
      return named.all(found, approvalOf);
    },
  };
}

type DecisionRow = Pick<
  ApprovalRow,
  'verb_no' | 'decided_by_no' | 'decided_at' | 'feedback' | 'grant_id' | 'shown_length'
>;

type JoinedRow = ToolCallRow &
  DecisionRow & {
    asked_id: Uint8Array;
    asked_status: number;
    asked_requested_at: number;
    asked_deadline_at: number | null;
    agent_name: string;
    preview_files: string | null;
  };

function approvalWithCallOf(row: JoinedRow, names: Names, seals: Seals): ApprovalWithCall {
  const approval = approvalOf(
    {
      id: row.asked_id,
      call_id: row.id,
      project_no: row.project_no,
      session_no: row.session_no,
      status: row.asked_status,
      requested_at: row.asked_requested_at,
      deadline_at: row.asked_deadline_at,
      verb_no: row.verb_no,
      decided_by_no: row.decided_by_no,
      decided_at: row.decided_at,
      feedback: row.feedback,
      grant_id: row.grant_id,
      shown_length: row.shown_length,
    },
    names,
  );
  return {
    approval,
    call: callOf(row, names, seals),
    agentName: row.agent_name,
    preview: previewOf(row.preview_files),
  };
}
