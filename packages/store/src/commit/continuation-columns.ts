import type { ContinuationRow } from '../schema.ts';
import type { Columns } from './row-write.ts';

export const continuationColumns: Columns<ContinuationRow> = {
  call_id: 'text',
  project_id: 'text',
  version: 'bigint',
  sealed: 'bytea',
  next_at: 'bigint',
};
