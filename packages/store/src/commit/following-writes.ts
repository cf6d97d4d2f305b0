import type { FollowingWrite } from '@countersign/control-plane';
import type { Names } from '../names/names.ts';
import { approvalRow, type NewApprovalRow } from '../rows/approval.ts';
import { grantRow } from '../rows/grant.ts';
import { type NewPreviewRow, previewRow } from '../rows/preview.ts';
import { memberRow, runnerRow, tokenRow } from '../rows/principals.ts';
import { sessionRow } from '../rows/session.ts';
import { callRow, type NewCallRow } from '../rows/tool-call.ts';
import type { GrantRow, MemberRow, RunnerRow, SessionRow, TokenRow } from '../schema.ts';
import type { Seals } from '../seal/seals.ts';
import { callColumns } from './call-columns.ts';
import type { PlannedWrite } from './guarded-writes.ts';
import { insertRows, type RowWrite } from './row-write.ts';
import { runnerColumns } from './runner-columns.ts';

export function planFollowingWrite(following: FollowingWrite, names: Names, seals: Seals): PlannedWrite {
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
  },
  {
    key: ['call_no'],
    role: 'following',
    onConflict:
      '(call_no) do update set status = excluded.status, verb_no = excluded.verb_no, ' +
      'decided_by_no = excluded.decided_by_no, decided_at = excluded.decided_at, feedback = excluded.feedback, ' +
      'grant_id = excluded.grant_id',
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
];
