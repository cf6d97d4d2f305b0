import type { DecisionVerb, GrantId } from '@countersign/contract';
import type { ApprovalRecord, Decision } from '@countersign/control-plane';
import type { Person } from '@countersign/tool-call';
import type { Names } from '../names/names.ts';
import type { ApprovalRow } from '../schema.ts';
import { approvalStatusCodes, approvalStatusOf } from './codes.ts';
import { packId, packIdOrNull, unpackId, unpackIdOrNull } from './packed-text.ts';

/** The call is named by its id; its number is found while writing. */
export type NewApprovalRow = Omit<ApprovalRow, 'call_no'> & { call_no: Uint8Array };

export function approvalRow(record: ApprovalRecord, names: Names): NewApprovalRow {
  const { decision } = record;
  return {
    call_no: packId(record.callId),
    id: packId(record.id),
    project_no: names.numberOf(record.projectId),
    session_no: names.numberOf(record.sessionId),
    status: approvalStatusCodes[record.status],
    requested_at: record.requestedAt,
    deadline_at: record.deadlineAt,
    verb_no: names.numberOrNull(decision?.verb),
    decided_by_no: decision === null ? null : names.numberOf(JSON.stringify(decision.by)),
    decided_at: decision?.at ?? null,
    feedback: decision?.feedback ?? null,
    grant_id: packIdOrNull(decision?.grantId),
    shown_length: decision?.shownLength ?? null,
  };
}

export function approvalOf(
  row: Omit<ApprovalRow, 'call_no'> & { readonly call_id: Uint8Array },
  names: Names,
): ApprovalRecord {
  return {
    id: unpackId(row.id),
    callId: unpackId(row.call_id),
    projectId: names.textOf(row.project_no),
    sessionId: names.textOf(row.session_no),
    status: approvalStatusOf(row.status),
    requestedAt: row.requested_at,
    deadlineAt: row.deadline_at,
    decision: decisionOf(row, names),
  } as ApprovalRecord;
}

function decisionOf(row: Omit<ApprovalRow, 'call_no'>, names: Names): Decision | null {
  if (row.verb_no === null || row.decided_by_no === null || row.decided_at === null) return null;
  // Empty while the name has not been fetched yet.
  const person = names.textOf(row.decided_by_no) || 'null';
  return {
    verb: names.textOf(row.verb_no) as DecisionVerb,
    by: JSON.parse(person) as Person,
    at: row.decided_at,
    feedback: row.feedback,
    grantId: unpackIdOrNull(row.grant_id) as GrantId | null,
    shownLength: row.shown_length,
  };
}
