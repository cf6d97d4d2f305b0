import type { ApprovalRecord, Decision } from '@countersign/control-plane';
import type { ApprovalRow } from '../schema.ts';

export function approvalRow(record: ApprovalRecord): ApprovalRow {
  return {
    id: record.id,
    call_id: record.callId,
    project_id: record.projectId,
    session_id: record.sessionId,
    status: record.status,
    requested_at: record.requestedAt,
    deadline_at: record.deadlineAt,
    decision: record.decision === null ? null : JSON.stringify(record.decision),
  };
}

export function approvalOf(row: ApprovalRow): ApprovalRecord {
  return {
    id: row.id,
    callId: row.call_id,
    projectId: row.project_id,
    sessionId: row.session_id,
    status: row.status,
    requestedAt: row.requested_at,
    deadlineAt: row.deadline_at,
    decision: row.decision === null ? null : (JSON.parse(row.decision) as Decision),
  } as ApprovalRecord;
}
