import type { GuardedWrite } from '@countersign/control-plane';
import type { Names } from '../names/names.ts';
import { type StateRow, stateRow } from '../rows/call-state.ts';
import { continuationRow } from '../rows/continuation.ts';
import { idempotencyKeyRow } from '../rows/idempotency-key.ts';
import { agentRow, memberRow, projectRow, runnerRow, userRow } from '../rows/principals.ts';
import { type HoldRow, holdRow, runRow } from '../rows/run.ts';
import { sourceRow } from '../rows/source.ts';
import { callRow, type RequestRow, requestRow } from '../rows/tool-call.ts';
import type {
  AgentRow,
  ContinuationRow,
  IdempotencyKeyRow,
  MemberRow,
  ProjectRow,
  RunnerRow,
  RunRow,
  SourceRow,
  UpstreamToolRow,
  UserRow,
} from '../schema.ts';
import type { Seals } from '../seal/seals.ts';
import { callColumns, requestColumns, stateColumns } from './call-columns.ts';
import { continuationColumns } from './continuation-columns.ts';
import { idempotencyKeyColumns } from './idempotency-key-columns.ts';
import { deleteRows, insertRows, type RowWrite, type SqlRow, updateRows } from './row-write.ts';
import { runColumns } from './run-columns.ts';
import { runnerColumns } from './runner-columns.ts';

type CallWrite = Extract<GuardedWrite, { kind: 'call' }>;

export type PlannedWrite = { readonly write: RowWrite; readonly row: SqlRow };

/** The write that decides, or null where nothing has to be decided. */
export function planGuardedWrite(guard: GuardedWrite, names: Names, seals: Seals): PlannedWrite | null {
  switch (guard.kind) {
    case 'call':
      return planCall(guard, names, seals);
    case 'idempotency_key':
      return { write: takeKey, row: idempotencyKeyRow(guard.record) };
    case 'user':
      return { write: addUser, row: userRow(guard.record) };
    case 'project':
      return { write: addProject, row: projectRow(guard.record) };
    case 'agent':
      return { write: addAgent, row: agentRow(guard.record) };
    case 'runner':
      return { write: addRunner, row: runnerRow(guard.record) };
    case 'runner_seen': {
      const { runnerId, at, announcement } = guard;
      return { write: seeRunner, row: { id: runnerId, seen_at: at, announcement: JSON.stringify(announcement) } };
    }
    case 'revoke_grant':
      return { write: revokeGrant, row: { id: guard.grantId, revoked_at: guard.at } };
    case 'revoke_token':
      return { write: revokeToken, row: { id: guard.tokenId, revoked_at: guard.at } };
    case 'member':
      return { write: putMember, row: memberRow(guard.record) };
    case 'remove_member':
      return { write: removeMember, row: { project_id: guard.projectId, user_id: guard.userId } };
    case 'new_source':
      return { write: addSource, row: sourceRow(guard.record) };
    case 'source':
      return { write: changeSource, row: sourceRow(guard.record) };
    case 'remove_source':
      return { write: removeSource, row: { id: guard.sourceId } };
    case 'tool_switched': {
      const { name, isEnabled, at } = guard;
      return { write: switchTool, row: { name, is_enabled: isEnabled ? 1 : 0, updated_at: at } };
    }
    case 'remove_secret':
      return { write: removeSecret, row: { name: guard.name } };
    case 'continuation':
      return { write: moveContinuation, row: continuationRow(guard.record, seals) };
    case 'run':
      return { write: guard.run.version === 1 ? addRun : moveRun, row: runRow(guard.run) };
    case 'run_lease':
      return { write: holdRun, row: holdRow(guard) };
    case 'none':
      return null;
  }
}

/** Two changes with the same one compete, and only one of them can be in a batch. */
export function guardKey(guard: GuardedWrite): string | null {
  switch (guard.kind) {
    case 'call':
      return `call ${guard.call.id}`;
    case 'idempotency_key':
      return `key ${guard.record.principalId} ${guard.record.key}`;
    case 'user':
    case 'project':
      return `${guard.kind} ${guard.record.name}`;
    case 'agent':
    case 'runner':
      return `${guard.kind} ${guard.record.projectId} ${guard.record.name}`;
    case 'runner_seen':
      return `runner ${guard.runnerId}`;
    case 'revoke_grant':
      return `grant ${guard.grantId}`;
    case 'revoke_token':
      return `token ${guard.tokenId}`;
    // Whether somebody is the last owner depends on all the others.
    case 'member':
      return `members ${guard.record.projectId}`;
    case 'remove_member':
      return `members ${guard.projectId}`;
    case 'new_source':
      return `source ${guard.record.settings.name}`;
    case 'source':
      return `source ${guard.record.id}`;
    case 'remove_source':
      return `source ${guard.sourceId}`;
    case 'tool_switched':
      return `tool ${guard.name}`;
    case 'remove_secret':
      return `secret ${guard.name}`;
    case 'continuation':
      return `continuation ${guard.record.callId}`;
    case 'run':
      return `run ${guard.run.id}`;
    case 'run_lease':
      return `run ${guard.runId}`;
    case 'none':
      return null;
  }
}

/**
 * A first version is inserted, a later one must find the one before it. Of the request only the sealed arguments change
 * by themselves; a preview or an edit by a human may change all of it.
 */
function planCall({ call, isRewritten = false, isNew = false }: CallWrite, names: Names, seals: Seals): PlannedWrite {
  if (call.version === 1 || isNew) return { write: addCall, row: callRow(call, names, seals) };
  if (!isRewritten) return { write: moveCall, row: stateRow(call, names, seals) };
  return { write: rewriteCall, row: { ...stateRow(call, names, seals), ...requestRow(call.request, names) } };
}

const nextVersion = { key: 'id', where: 'stored.version = given.version - 1' } as const;

const moveCall = updateRows<StateRow>('move_call', 'call_rows', stateColumns, nextVersion);
const rewriteCall = updateRows<StateRow & RequestRow>(
  'rewrite_call',
  'call_rows',
  { ...stateColumns, ...requestColumns },
  nextVersion,
);
const addCall = insertRows('call_rows', callColumns, { key: ['id'], role: 'guarded', onConflict: 'do nothing' });

const takeKey = insertRows<IdempotencyKeyRow>('idempotency_keys', idempotencyKeyColumns, {
  key: ['principal_id', 'key'],
  role: 'guarded',
  onConflict: 'do nothing',
});

const ifFree = { key: ['id'], role: 'guarded', onConflict: 'do nothing' } as const;

const addUser = insertRows<UserRow>(
  'users',
  { id: 'text', name: 'text', is_admin: 'bigint', created_at: 'bigint' },
  ifFree,
);
const addProject = insertRows<ProjectRow>('projects', { id: 'text', name: 'text', created_at: 'bigint' }, ifFree);
const addAgent = insertRows<AgentRow>(
  'agents',
  {
    id: 'text',
    project_id: 'text',
    owner_id: 'text',
    name: 'text',
    default_session_id: 'text',
    created_at: 'bigint',
    external_id: 'text',
  },
  ifFree,
);
const addRunner = insertRows<RunnerRow>('runners', runnerColumns, ifFree);

const seeRunner = updateRows<Pick<RunnerRow, 'id' | 'seen_at' | 'announcement'>>(
  'see_runner',
  'runners',
  { id: 'text', seen_at: 'bigint', announcement: 'text' },
  { key: 'id', where: '1 = 1' },
);

const ifNotRevoked = { key: 'id', where: 'stored.revoked_at is null' } as const;
const revocation = { id: 'text', revoked_at: 'bigint' } as const;

const revokeGrant = updateRows<{ id: string; revoked_at: number }>('revoke_grant', 'grants', revocation, ifNotRevoked);
const revokeToken = updateRows<{ id: string; revoked_at: number }>('revoke_token', 'tokens', revocation, ifNotRevoked);

/**
 * A project keeps an owner. Another one is looked for with a lock, so that two who are taken out at two replicas in the
 * same moment cannot each count on the other; SQLite has one writer, and no such locks.
 */
const isNotLastOwner = (stored: string, given: string, lock: string): string =>
  `(${stored}.role <> 'owner' or exists (select 1 from project_members as other where other.role = 'owner' ` +
  `and other.project_id = ${given}.project_id and other.user_id <> ${given}.user_id${lock}))`;
const inEachDatabase = (stored: string, given: string) => ({
  sqlite: isNotLastOwner(stored, given, ''),
  postgres: isNotLastOwner(stored, given, ' for update'),
});
const removeMember = deleteRows<{ project_id: string; user_id: string }>(
  'remove_member',
  'project_members',
  { project_id: 'text', user_id: 'text' },
  {
    key: ['project_id', 'user_id'],
    role: 'guarded',
    where: inEachDatabase('stored', 'given'),
  },
);
const { sqlite: keptInSqlite, postgres: keptInPostgres } = inEachDatabase('project_members', 'excluded');
const changeRole = "(user_id, project_id) do update set role = excluded.role where excluded.role = 'owner' or ";
const putMember = insertRows<MemberRow>(
  'project_members',
  { project_id: 'text', user_id: 'text', role: 'text' },
  {
    key: ['project_id', 'user_id'],
    role: 'guarded',
    onConflict: { sqlite: changeRole + keptInSqlite, postgres: changeRole + keptInPostgres },
  },
);
const sourceColumns = {
  id: 'text',
  version: 'bigint',
  name: 'text',
  kind: 'text',
  settings: 'text',
  inventory_hash: 'text',
  created_at: 'bigint',
  refreshed_at: 'bigint',
  refresh_error: 'text',
  refresh_failures: 'bigint',
  next_refresh_at: 'bigint',
} as const;
const addSource = insertRows<SourceRow>('sources', sourceColumns, ifFree);
const changeSource = updateRows<SourceRow>('change_source', 'sources', sourceColumns, nextVersion);
const removeSource = deleteRows<{ id: string }>(
  'remove_source',
  'sources',
  { id: 'text' },
  { key: ['id'], role: 'guarded' },
);

const switchTool = updateRows<Pick<UpstreamToolRow, 'name' | 'is_enabled' | 'updated_at'>>(
  'switch_tool',
  'upstream_tools',
  { name: 'text', is_enabled: 'bigint', updated_at: 'bigint' },
  { key: 'name', where: '1 = 1' },
);

const removeSecret = deleteRows<{ name: string }>(
  'remove_secret',
  'secrets',
  { name: 'text' },
  { key: ['name'], role: 'guarded' },
);

const moveContinuation = updateRows<ContinuationRow>('move_continuation', 'continuations', continuationColumns, {
  key: 'call_id',
  where: nextVersion.where,
});

const addRun = insertRows<RunRow>('runs', runColumns, ifFree);
const moveRun = updateRows<RunRow>('move_run', 'runs', runColumns, nextVersion);
const holdRun = updateRows<HoldRow>(
  'hold_run',
  'runs',
  { id: 'text', held_by: 'text', held_until: 'bigint', asked_by: 'text', asked_at: 'bigint' },
  {
    key: 'id',
    compared: ['asked_by', 'asked_at'],
    where: '(stored.held_by is null or stored.held_by = given.asked_by or stored.held_until <= given.asked_at)',
  },
);

/** In this order and no other, so that two replicas cannot each wait for what the other holds. */
export const guardedWritesInOrder: readonly RowWrite[] = [
  moveCall,
  rewriteCall,
  addCall,
  takeKey,
  addUser,
  addProject,
  addAgent,
  addRunner,
  seeRunner,
  revokeGrant,
  revokeToken,
  putMember,
  removeMember,
  addSource,
  changeSource,
  removeSource,
  switchTool,
  removeSecret,
  moveContinuation,
  addRun,
  moveRun,
  holdRun,
];
