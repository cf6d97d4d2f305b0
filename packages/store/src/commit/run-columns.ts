import type { RunRow } from '../schema.ts';
import type { Columns } from './row-write.ts';

export const runColumns: Columns<RunRow> = {
  id: 'text',
  version: 'bigint',
  project_id: 'text',
  session_id: 'text',
  agent_id: 'text',
  user_id: 'text',
  message_id: 'text',
  status: 'text',
  is_ended: 'bigint',
  asked: 'text',
  created_at: 'bigint',
  wake_at: 'bigint',
  state: 'text',
};
