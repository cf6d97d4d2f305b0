import type { GrantScope, MemberRole, MessageRole, PrincipalKind, RunStatus, SourceKind } from '@countersign/contract';
import type { TokenUse } from '@countersign/control-plane';
import type { Generated } from 'kysely';

/**
 * The tables, the same in both databases: JSON is text, times are milliseconds, booleans are 0 or 1.
 * Ids are text where rows are few; where they are many, they are packed or the number of a name.
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
  names: NameTableRow;
  call_rows: ToolCallRow & { no: Generated<number> };
  approval_rows: ApprovalRow;
  preview_rows: PreviewRow;
  grants: GrantRow;
  event_rows: EventRow;
  event_chains: EventChainRow;
  event_head: EventHeadRow;
  idempotency_keys: IdempotencyKeyRow;
  sources: SourceRow;
  source_documents: DocumentRow;
  upstream_tools: UpstreamToolRow;
  secrets: SecretRow;
  continuations: ContinuationRow;
  runs: RunRow & HoldColumns & { no: Generated<number> };
  run_entries: EntryRow;
  messages: MessageRow & { no: Generated<number> };
  files: FileRow;
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
  external_id: string | null;
};

export type RunnerRow = {
  id: string;
  project_id: string;
  owner_id: string;
  name: string;
  machine: string;
  created_at: number;
  seen_at: number | null;
  /** JSON. */
  announcement: string | null;
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

/** A text that rows refer to by its number, in columns that end in `_no`. */
type NameTableRow = { no: number; text: string };

/** Packed: see `rows/packed-text.ts`. */
type Packed = Uint8Array;

/** L10: the record of an execution, and what the call needs to go on after a restart. */
export type ToolCallRow = {
  id: Packed;
  version: number;
  project_no: number;
  session_no: number;
  user_no: number;
  agent_no: number;
  tool_name_no: number;
  /** Names the JSON of the versions of tool and policy, the rule, the time limit and whether it may use the network. */
  terms_no: number;
  target: number;
  machine_no: number | null;
  /** JSON; null where there are none. */
  expected_files: string | null;
  /** Encrypted; empty where nothing is masked in `tool_params`, so that they are the same. */
  sealed_arguments: Uint8Array | null;
  /** Encrypted JSON; only for tools that a service offers, and only until the call is settled. */
  sealed_caller: Uint8Array | null;
  tool_params: string;
  original_params: string | null;
  digest: Packed;
  risk_level_no: number;
  /** JSON. */
  reasons: string;
  /** How much of the description is the tool's name and the parameters, and how it goes on: empty where it is cut. */
  description_shared: number;
  description_rest: string | null;
  agent_note: string | null;
  created_at: number;
  status: number;
  approval_id: Packed | null;
  deadline_at: number | null;
  /** Names the JSON of why it may run. */
  basis_no: number | null;
  approved_at: number | null;
  /** The remembered decision that let it through; stays when the call is over. */
  grant_no: number | null;
  nonce: Packed | null;
  claim_by: number | null;
  executor_no: number | null;
  fence: number | null;
  started_at: number | null;
  execute_by: number | null;
  cancel_requested_at: number | null;
  completed_at: number | null;
  result: string | null;
  error: string | null;
  error_type_no: number | null;
  execution_time_ms: number | null;
  /** JSON of the parts of a state that are rare and have no column. */
  details: string | null;
  wake_at: number | null;
};

/** A call is asked about once. Approvals are in the order of their calls. */
export type ApprovalRow = {
  call_no: number;
  id: Packed;
  project_no: number;
  session_no: number;
  status: number;
  requested_at: number;
  deadline_at: number | null;
  verb_no: number | null;
  /** Names the JSON of the person. */
  decided_by_no: number | null;
  decided_at: number | null;
  feedback: string | null;
  grant_id: Packed | null;
  /** Characters that there were to read before the decision. */
  shown_length: number | null;
};

/** What was shown besides the call itself. */
export type PreviewRow = {
  call_no: number;
  /** JSON. */
  files: string;
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
  approval_id: string | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
};

export type EventRow = {
  seq: number;
  chain_no: number;
  project_no: number | null;
  type_no: number;
  subject_id: Packed;
  /** Empty where it is the chain. */
  parent_id: Packed | null;
  actor_no: number;
  at: number;
  /** Names the JSON of the keys of `data`, which then holds the values alone. */
  keys_no: number | null;
  /** JSON. */
  data: string;
  hash: Packed;
};

export type EventChainRow = { chain_no: number; length: number; last_seq: number; head_hash: Packed };

/** One row: the place of the newest event. Whoever holds its lock is the one who writes to the log. */
type EventHeadRow = { id: number; seq: number };

export type IdempotencyKeyRow = {
  principal_id: string;
  key: string;
  request_hash: string;
  /** Of the call or the message that it made. */
  subject_id: string;
  created_at: number;
};

export type SourceRow = {
  id: string;
  version: number;
  name: string;
  kind: SourceKind;
  /** JSON, without the document. */
  settings: string;
  inventory_hash: string;
  created_at: number;
  refreshed_at: number;
  refresh_error: string | null;
  refresh_failures: number;
  next_refresh_at: number | null;
};

export type DocumentRow = {
  source_id: string;
  /** Encrypted. */
  sealed: Uint8Array;
};

export type UpstreamToolRow = {
  name: string;
  source_id: string;
  /** JSON. */
  definition: string;
  version: string;
  is_enabled: number;
  deprecated_at: number | null;
  updated_at: number;
};

export type SecretRow = {
  name: string;
  /** Encrypted. */
  sealed: Uint8Array;
  created_at: number;
  updated_at: number;
};

export type ContinuationRow = {
  call_id: string;
  project_id: string;
  version: number;
  /** Encrypted JSON: it may hold what a service answered. */
  sealed: Uint8Array;
  next_at: number;
};

export type RunRow = {
  id: string;
  version: number;
  project_id: string;
  session_id: string;
  agent_id: string;
  user_id: string;
  message_id: string;
  status: RunStatus;
  is_ended: number;
  /** What a person asked of it and nobody has done yet. */
  asked: 'pause' | 'cancel' | null;
  created_at: number;
  wake_at: number | null;
  /** JSON of all the rest. */
  state: string;
};

/** Which process works on a run. No part of its version. */
export type HoldColumns = { held_by: string | null; held_until: number | null };

/** What is to be kept from being read is sealed; exactly one of the two is there. */
export type EntryRow = {
  run_id: Packed;
  no: number;
  /** JSON. */
  content: string | null;
  /** Encrypted JSON. */
  sealed: Uint8Array | null;
};

export type MessageRow = {
  id: string;
  project_id: string;
  session_id: string;
  run_id: string;
  role: MessageRole;
  author: string;
  text: string;
  created_at: number;
};

export type FileRow = {
  id: string;
  project_id: string;
  call_id: string;
  bytes: number;
  sha256: string;
  content_type: string;
  created_at: number;
};
