import type { StateRow } from '../rows/call-state.ts';
import type { NewCallRow, RequestRow } from '../rows/tool-call.ts';
import type { Columns } from './row-write.ts';

export const stateColumns: Columns<StateRow> = {
  id: 'bytea',
  version: 'bigint',
  sealed_arguments: 'bytea',
  sealed_caller: 'bytea',
  status: 'bigint',
  approval_id: 'bytea',
  deadline_at: 'bigint',
  basis_no: 'bigint',
  approved_at: 'bigint',
  // A call that failed no longer says why it might run; its grant counts it all the same.
  grant_no: {
    type: 'bigint',
    sqlite: (given) => `coalesce(${given}, stored.grant_no)`,
    postgres: (given) => `coalesce(${given}, stored.grant_no)`,
  },
  nonce: 'bytea',
  claim_by: 'bigint',
  executor_no: 'bigint',
  fence: 'bigint',
  started_at: 'bigint',
  execute_by: 'bigint',
  cancel_requested_at: 'bigint',
  completed_at: 'bigint',
  result: 'text',
  error: 'text',
  error_type_no: 'bigint',
  execution_time_ms: 'bigint',
  details: 'text',
  wake_at: 'bigint',
  // PostgreSQL writes every version anew; it is given room by the fill factor of the table.
  reserve: { type: 'bigint', sqlite: (bytes) => `zeroblob(${bytes})`, postgres: () => 'null' },
};

export const requestColumns: Columns<RequestRow> = {
  tool_params: 'text',
  original_params: 'text',
  digest: 'bytea',
  risk_level_no: 'bigint',
  reasons: 'text',
  description_shared: 'bigint',
  description_rest: 'text',
  terms_no: 'bigint',
  target: 'bigint',
  machine_no: 'bigint',
  expected_files: 'text',
};

export const callColumns: Columns<NewCallRow> = {
  ...stateColumns,
  grant_no: 'bigint',
  ...requestColumns,
  project_no: 'bigint',
  session_no: 'bigint',
  user_no: 'bigint',
  agent_no: 'bigint',
  tool_name_no: 'bigint',
  agent_note: 'text',
  created_at: 'bigint',
};
