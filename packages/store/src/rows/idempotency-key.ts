import type { IdempotencyRecord } from '@countersign/control-plane';
import type { IdempotencyKeyRow } from '../schema.ts';

export function idempotencyKeyRow(record: IdempotencyRecord): IdempotencyKeyRow {
  return {
    principal_id: record.principalId,
    key: record.key,
    request_hash: record.requestHash,
    subject_id: record.subjectId,
    created_at: record.createdAt,
  };
}

export function idempotencyKeyOf(row: IdempotencyKeyRow): IdempotencyRecord {
  return {
    principalId: row.principal_id,
    key: row.key,
    requestHash: row.request_hash,
    subjectId: row.subject_id as IdempotencyRecord['subjectId'],
    createdAt: row.created_at,
  };
}
