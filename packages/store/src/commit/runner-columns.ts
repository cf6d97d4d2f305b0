import type { RunnerRow } from '../schema.ts';
import type { Columns } from './row-write.ts';

export const runnerColumns: Columns<RunnerRow> = {
  id: 'text',
  project_id: 'text',
  owner_id: 'text',
  name: 'text',
  machine: 'text',
  created_at: 'bigint',
  seen_at: 'bigint',
  announcement: 'text',
};
