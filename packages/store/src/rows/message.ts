import type { MessageRecord } from '@countersign/control-plane';
import type { MessageRow } from '../schema.ts';

export function messageRow(record: MessageRecord): MessageRow {
  return {
    id: record.id,
    project_id: record.projectId,
    session_id: record.sessionId,
    run_id: record.runId,
    role: record.role,
    author: record.author,
    text: record.text,
    created_at: record.createdAt,
  };
}

export function messageOf(row: MessageRow): MessageRecord {
  return {
    id: row.id as MessageRecord['id'],
    projectId: row.project_id as MessageRecord['projectId'],
    sessionId: row.session_id as MessageRecord['sessionId'],
    runId: row.run_id as MessageRecord['runId'],
    role: row.role,
    author: row.author,
    text: row.text,
    createdAt: row.created_at,
  };
}
