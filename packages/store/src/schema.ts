import type {
  ApprovalStatus,
  CallStatus,
  ErrorType,
  EventType,
  GrantScope,
  MemberRole,
  PrincipalKind,
  RiskLevel,
  ToolTarget,
} from '@countersign/contract';
import type { Actor, TokenUse } from '@countersign/control-plane';

/**
 * The tables, the same in both databases: ids and JSON are text, times are milliseconds, booleans are 0 or 1.
 * Keep in step with `migrations/`.
 */
export type Schema = {
  users: UserRow;
  projects: ProjectRow;
  project_members: MemberRow;
  agents: AgentRow;
  runners: RunnerRow;
  tokens: TokenRow;
  sessions: SessionRow;
  tool_calls: ToolCallRow;
  approvals: ApprovalRow;
  grants: GrantRow;
  events: EventRow;
  event_chains: EventChainRow;
  event_head: EventHeadRow;
  idempotency_keys: IdempotencyKeyRow;
};

export type UserRow = { id: string; name: string; is_admin: number; created_at: number };

export type ProjectRow = { id: string; name: string; created_at: number };

export type MemberRow = { project_id: string; user_id: string; role: MemberRole };

export type AgentRow = {
  id: string;
  project_id: string;
  owner_id: string;
  name: string;
  default_session_id: string;
  created_at: number;
};

export type RunnerRow = {
  id: string;
  project_id: string;
  owner_id: string;
  name: string;
  machine: string;
  created_at: number;
};

export type TokenRow = {
  id: string;
  use: TokenUse;
  kind: PrincipalKind;
  principal_id: string;
  project_id: string | null;
  name: string;
  hash: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
};

export type SessionRow = {
  id: string;
  project_id: string;
  agent_id: string;
  user_id: string;
  title: string;
  machine: string | null;
  created_at: number;
};

/** L10: what seed 000's ToolExecution holds, and what the call needs to go on after a restart. */
export type ToolCallRow = {
  id: string;
  version: number;
  project_id: string;
  session_id: string;
  user_id: string;
  agent_id: string;
  approval_id: string | null;
  tool_name: string;
  tool_version: string;
  target: ToolTarget;
  machine: string | null;
  sealed_arguments: string | null;
  tool_params: string;
  original_params: string | null;
  digest: string;
  policy_version: string;
  risk_level: RiskLevel;
  rule_id: string;
  reasons: string;
  description: string;
  agent_note: string | null;
  requires_approval: number;
  status: CallStatus;
  /** JSON of the state without its result. The call is rebuilt from it; columns beside it are for queries and reports. */
  state: string;
  result: string | null;
  error: string | null;
  error_type: ErrorType | null;
  executor: string | null;
  execution_timeout_ms: number;
  execution_time_ms: number | null;
  created_at: number;
  approved_at: number | null;
  completed_at: number | null;
  wake_at: number | null;
};

export type ApprovalRow = {
  id: string;
  call_id: string;
  project_id: string;
  session_id: string;
  status: ApprovalStatus;
  requested_at: number;
  deadline_at: number | null;
  /** JSON of the decision. */
  decision: string | null;
};

export type GrantRow = {
  id: string;
  project_id: string;
  session_id: string;
  scope: GrantScope;
  /** JSON. */
  matcher: string;
  owner_id: string;
  owner_name: string;
  approval_id: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
};

export type EventRow = {
  seq: number;
  chain_id: string;
  project_id: string | null;
  type: EventType;
  subject_id: string;
  parent_id: string | null;
  actor: Actor;
  at: number;
  /** JSON. */
  data: string;
  hash: string;
};

export type EventChainRow = { chain_id: string; length: number; last_seq: number; head_hash: string };

/** One row: the place of the newest event. Whoever holds its lock is the one who writes to the log. */
export type EventHeadRow = { id: number; seq: number };

export type IdempotencyKeyRow = {
  principal_id: string;
  key: string;
  request_hash: string;
  call_id: string;
  created_at: number;
};
