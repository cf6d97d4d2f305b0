import type { IdempotencyKeyRow } from '../schema.ts';
import type { Columns } from './row-write.ts';

export const idempotencyKeyColumns: Columns<IdempotencyKeyRow> = {
  principal_id: 'text',
  key: 'text',
  request_hash: 'text',
  subject_id: 'text',
  created_at: 'bigint',
};
