import type { FollowingWrite } from '@countersign/control-plane';
import type { Names } from '../names/names.ts';
import { approvalRow, type NewApprovalRow } from '../rows/approval.ts';
import { continuationRow } from '../rows/continuation.ts';
import { entryRow } from '../rows/entry.ts';
import { fileRow } from '../rows/file.ts';
import { grantRow } from '../rows/grant.ts';
import { idempotencyKeyRow } from '../rows/idempotency-key.ts';
import { messageRow } from '../rows/message.ts';
import { type NewPreviewRow, previewRow } from '../rows/preview.ts';
import { memberRow, runnerRow, tokenRow } from '../rows/principals.ts';
import { runRow } from '../rows/run.ts';
import { sessionRow } from '../rows/session.ts';
import { upstreamToolRow } from '../rows/source.ts';
import { callRow, type NewCallRow } from '../rows/tool-call.ts';
import type {
  ContinuationRow,
  DocumentRow,
  EntryRow,
  FileRow,
  GrantRow,
  IdempotencyKeyRow,
  MemberRow,
  MessageRow,
  RunnerRow,
  RunRow,
  SecretRow,
  SessionRow,
  TokenRow,
  UpstreamToolRow,
} from '../schema.ts';
import type { Seals } from '../seal/seals.ts';
import { callColumns } from './call-columns.ts';
import { continuationColumns } from './continuation-columns.ts';
import type { PlannedWrite } from './guarded-writes.ts';
import { idempotencyKeyColumns } from './idempotency-key-columns.ts';
import { deleteRows, insertRows, type RowWrite, updateRows } from './row-write.ts';
import { runColumns } from './run-columns.ts';
import { runnerColumns } from './runner-columns.ts';

export function planFollowingWrite(following: FollowingWrite, names: Names, seals: Seals): readonly PlannedWrite[] {
  // The only one that is many rows.
  if (following.kind !== 'run_entries') return [planRow(following, names, seals)];
  const { runId, entries } = following;
  return entries.map((entry) => ({ write: insertEntry, row: entryRow(runId, entry, seals) }));
}

type OneRow = Exclude<FollowingWrite, { kind: 'run_entries' }>;

function planRow(following: OneRow, names: Names, seals: Seals): PlannedWrite {
  switch (following.kind) {
    case 'new_call':
      return { write: insertCall, row: callRow(following.call, names, seals) };
    case 'approval':
      return { write: putApproval, row: approvalRow(following.record, names) };
    case 'preview':
      return { write: putPreview, row: previewRow(following.record) };
    case 'runner':
      return { write: insertRunner, row: runnerRow(following.record) };
    case 'grant':
      return { write: insertGrant, row: grantRow(following.record) };
    case 'session':
      return { write: insertSession, row: sessionRow(following.record) };
    case 'member':
      return { write: putMember, row: memberRow(following.record) };
    case 'token':
      return { write: insertToken, row: tokenRow(following.record) };
    case 'document': {
      const { sourceId, text } = following;
      return { write: putDocument, row: { source_id: sourceId, sealed: seals.sealDocument(sourceId, text) } };
    }
    case 'upstream_tool':
      return { write: putTool, row: upstreamToolRow(following.record) };
    case 'tool_deprecated':
      return { write: deprecateTool, row: { name: following.name, deprecated_at: following.at } };
    case 'remove_offer':
      return { write: removeOffer, row: { source_id: following.sourceId } };
    case 'remove_document':
      return { write: removeDocument, row: { source_id: following.sourceId } };
    case 'secret': {
      const { name, createdAt, updatedAt } = following.record;
      const sealed = seals.sealSecret(name, following.value);
      return { write: putSecret, row: { name, sealed, created_at: createdAt, updated_at: updatedAt } };
    }
    case 'new_continuation':
      return { write: insertContinuation, row: continuationRow(following.record, seals) };
    case 'end_continuation':
      return { write: endContinuation, row: { call_id: following.callId } };
    case 'file':
      return { write: insertFile, row: fileRow(following.record) };
    case 'message':
      return { write: insertMessage, row: messageRow(following.record) };
    case 'idempotency_key':
      return { write: insertKey, row: idempotencyKeyRow(following.record) };
    case 'new_run':
      return { write: insertRun, row: runRow(following.run) };
  }
}

const insertCall = insertRows<NewCallRow>('call_rows', callColumns, { key: ['id'], role: 'following' });

const numberOfCall = (id: string): string => `(select no from call_rows where id = ${id})`;

/** Asked for once and decided once: what was asked never changes. */
const putApproval = insertRows<NewApprovalRow>(
  'approval_rows',
  {
    call_no: { type: 'bytea', sqlite: numberOfCall, postgres: numberOfCall },
    id: 'bytea',
    project_no: 'bigint',
    session_no: 'bigint',
    status: 'bigint',
    requested_at: 'bigint',
    deadline_at: 'bigint',
    verb_no: 'bigint',
    decided_by_no: 'bigint',
    decided_at: 'bigint',
    feedback: 'text',
    grant_id: 'bytea',
    shown_length: 'bigint',
  },
  {
    key: ['call_no'],
    role: 'following',
    onConflict:
      '(call_no) do update set status = excluded.status, verb_no = excluded.verb_no, ' +
      'decided_by_no = excluded.decided_by_no, decided_at = excluded.decided_at, feedback = excluded.feedback, ' +
      'grant_id = excluded.grant_id, shown_length = excluded.shown_length',
  },
);

const putPreview = insertRows<NewPreviewRow>(
  'preview_rows',
  { call_no: { type: 'bytea', sqlite: numberOfCall, postgres: numberOfCall }, files: 'text' },
  { key: ['call_no'], role: 'following', onConflict: '(call_no) do update set files = excluded.files' },
);

const insertRunner = insertRows<RunnerRow>('runners', runnerColumns, { key: ['id'], role: 'following' });

const putMember = insertRows<MemberRow>(
  'project_members',
  { project_id: 'text', user_id: 'text', role: 'text' },
  {
    key: ['project_id', 'user_id'],
    role: 'following',
    onConflict: '(user_id, project_id) do update set role = excluded.role',
  },
);

const insertGrant = insertRows<GrantRow>(
  'grants',
  {
    id: 'text',
    project_id: 'text',
    session_id: 'text',
    scope: 'text',
    matcher: 'text',
    owner_id: 'text',
    owner_name: 'text',
    approval_id: 'text',
    created_at: 'bigint',
    expires_at: 'bigint',
    revoked_at: 'bigint',
  },
  { key: ['id'], role: 'following' },
);

const insertSession = insertRows<SessionRow>(
  'sessions',
  {
    id: 'text',
    project_id: 'text',
    agent_id: 'text',
    user_id: 'text',
    title: 'text',
    machine: 'text',
    created_at: 'bigint',
  },
  { key: ['id'], role: 'following' },
);

const insertToken = insertRows<TokenRow>(
  'tokens',
  {
    id: 'text',
    use: 'text',
    kind: 'text',
    principal_id: 'text',
    project_id: 'text',
    name: 'text',
    hash: 'text',
    created_at: 'bigint',
    expires_at: 'bigint',
    revoked_at: 'bigint',
  },
  { key: ['id'], role: 'following' },
);

const putDocument = insertRows<DocumentRow>(
  'source_documents',
  { source_id: 'text', sealed: 'bytea' },
  { key: ['source_id'], role: 'following', onConflict: '(source_id) do update set sealed = excluded.sealed' },
);

/** Whether it is switched on is for people to say, and not for a service that is looked at again. */
const putTool = insertRows<UpstreamToolRow>(
  'upstream_tools',
  {
    name: 'text',
    source_id: 'text',
    definition: 'text',
    version: 'text',
    is_enabled: 'bigint',
    deprecated_at: 'bigint',
    updated_at: 'bigint',
  },
  {
    key: ['name'],
    role: 'following',
    onConflict:
      '(name) do update set source_id = excluded.source_id, definition = excluded.definition, ' +
      'version = excluded.version, deprecated_at = excluded.deprecated_at, updated_at = excluded.updated_at',
  },
);

const deprecateTool = updateRows<{ name: string; deprecated_at: number }>(
  'deprecate_tool',
  'upstream_tools',
  { name: 'text', deprecated_at: 'bigint' },
  { key: 'name', where: 'stored.deprecated_at is null' },
);

const removeOffer = deleteRows<{ source_id: string }>(
  'remove_offer',
  'upstream_tools',
  { source_id: 'text' },
  { key: ['source_id'], role: 'following' },
);
const removeDocument = deleteRows<{ source_id: string }>(
  'remove_document',
  'source_documents',
  { source_id: 'text' },
  { key: ['source_id'], role: 'following' },
);

const putSecret = insertRows<SecretRow>(
  'secrets',
  { name: 'text', sealed: 'bytea', created_at: 'bigint', updated_at: 'bigint' },
  {
    key: ['name'],
    role: 'following',
    onConflict: '(name) do update set sealed = excluded.sealed, updated_at = excluded.updated_at',
  },
);

const insertContinuation = insertRows<ContinuationRow>('continuations', continuationColumns, {
  key: ['call_id'],
  role: 'following',
});
const endContinuation = deleteRows<{ call_id: string }>(
  'end_continuation',
  'continuations',
  { call_id: 'text' },
  { key: ['call_id'], role: 'following' },
);

const insertFile = insertRows<FileRow>(
  'files',
  {
    id: 'text',
    project_id: 'text',
    call_id: 'text',
    bytes: 'bigint',
    sha256: 'text',
    content_type: 'text',
    created_at: 'bigint',
  },
  { key: ['id'], role: 'following' },
);

const insertKey = insertRows<IdempotencyKeyRow>('idempotency_keys', idempotencyKeyColumns, {
  key: ['principal_id', 'key'],
  role: 'following',
  onConflict: 'do nothing',
});
const insertRun = insertRows<RunRow>('runs', runColumns, { key: ['id'], role: 'following' });
const insertEntry = insertRows<EntryRow>(
  'run_entries',
  { run_id: 'bytea', no: 'bigint', content: 'text', sealed: 'bytea' },
  { key: ['run_id', 'no'], role: 'following' },
);
const insertMessage = insertRows<MessageRow>(
  'messages',
  {
    id: 'text',
    project_id: 'text',
    session_id: 'text',
    run_id: 'text',
    role: 'text',
    author: 'text',
    text: 'text',
    created_at: 'bigint',
  },
  { key: ['id'], role: 'following' },
);

/** What is referred to comes before what refers to it. */
export const followingWritesInOrder: readonly RowWrite[] = [
  putMember,
  insertSession,
  insertCall,
  putApproval,
  putPreview,
  insertRunner,
  insertGrant,
  insertToken,
  putDocument,
  deprecateTool,
  putTool,
  removeOffer,
  removeDocument,
  putSecret,
  insertContinuation,
  endContinuation,
  insertFile,
  insertKey,
  insertRun,
  insertEntry,
  insertMessage,
];
