import type { FileRecord } from '@countersign/control-plane';
import type { FileRow } from '../schema.ts';

export function fileRow(record: FileRecord): FileRow {
  return {
    id: record.id,
    project_id: record.projectId,
    call_id: record.callId,
    bytes: record.bytes,
    sha256: record.sha256,
    content_type: record.contentType,
    created_at: record.createdAt,
  };
}

export function fileOf(row: FileRow): FileRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    callId: row.call_id,
    bytes: row.bytes,
    sha256: row.sha256,
    contentType: row.content_type,
    createdAt: row.created_at,
  } as FileRecord;
}
