import type { SessionRecord } from '@countersign/control-plane';
import type { SessionRow } from '../schema.ts';

export function sessionRow(record: SessionRecord): SessionRow {
  return {
    id: record.id,
    project_id: record.projectId,
    agent_id: record.agentId,
    user_id: record.userId,
    title: record.title,
    machine: record.machine,
    created_at: record.createdAt,
  };
}

export function sessionOf(row: SessionRow): SessionRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    agentId: row.agent_id,
    userId: row.user_id,
    title: row.title,
    machine: row.machine,
    createdAt: row.created_at,
  } as SessionRecord;
}
