import type { RequestRow, StateRow } from '../rows/tool-call.ts';
import type { ToolCallRow } from '../schema.ts';

type Columns<Row> = { readonly [Column in keyof Row]: 'text' | 'bigint' };

export const stateColumns: Columns<StateRow> = {
  id: 'text',
  version: 'bigint',
  sealed_arguments: 'text',
  approval_id: 'text',
  requires_approval: 'bigint',
  status: 'text',
  state: 'text',
  result: 'text',
  error: 'text',
  error_type: 'text',
  executor: 'text',
  execution_time_ms: 'bigint',
  approved_at: 'bigint',
  completed_at: 'bigint',
  wake_at: 'bigint',
};

export const requestColumns: Columns<RequestRow> = {
  tool_params: 'text',
  original_params: 'text',
  digest: 'text',
  policy_version: 'text',
  risk_level: 'text',
  rule_id: 'text',
  reasons: 'text',
  description: 'text',
  tool_version: 'text',
  target: 'text',
  machine: 'text',
  execution_timeout_ms: 'bigint',
};

export const callColumns: Columns<ToolCallRow> = {
  ...stateColumns,
  ...requestColumns,
  project_id: 'text',
  session_id: 'text',
  user_id: 'text',
  agent_id: 'text',
  tool_name: 'text',
  agent_note: 'text',
  created_at: 'bigint',
};
