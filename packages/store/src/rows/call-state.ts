import type { CallStatus } from '@countersign/contract';
import {
  type ApprovalBasis,
  type CallState,
  defaultRejection,
  nothingPrinted,
  type Printed,
  type ToolCall,
  wakeAt,
} from '@countersign/tool-call';
import type { Names } from '../names/names.ts';
import type { ToolCallRow } from '../schema.ts';
import type { Seals } from '../seal/seals.ts';
import { callStatusCodes, callStatusOf } from './codes.ts';
import { packId, packIdOrNull, packNonce, unpackIdOrNull, unpackNonce } from './packed-text.ts';

/** What every move may change. */
export type StateRow = Pick<
  ToolCallRow,
  | 'id'
  | 'version'
  | 'sealed_arguments'
  | 'sealed_caller'
  | 'status'
  | 'approval_id'
  | 'deadline_at'
  | 'basis_no'
  | 'approved_at'
  | 'grant_no'
  | 'nonce'
  | 'claim_by'
  | 'executor_no'
  | 'fence'
  | 'started_at'
  | 'execute_by'
  | 'cancel_requested_at'
  | 'completed_at'
  | 'result'
  | 'error'
  | 'error_type_no'
  | 'execution_time_ms'
  | 'details'
  | 'wake_at'
> & { reserve: number };

type StateOf<Status extends CallStatus> = Extract<CallState, { status: Status }>;
type FieldOf<State> = State extends CallState ? Exclude<keyof State, 'status'> : never;
type Field = FieldOf<CallState>;
/** Any state, with all that some state has. */
type Fields = { readonly [Name in Field]?: Extract<CallState, { [Key in Name]: unknown }>[Name] };

export function stateRow(call: ToolCall, names: Names, seals: Seals): StateRow {
  const { id, version, state } = call;
  const fields = state as Fields;
  const { error, errorType } = errorOf(state);
  return {
    id: packId(id),
    version,
    ...seals.columnsOf(call),
    status: callStatusCodes[state.status],
    approval_id: packIdOrNull(fields.approvalId),
    deadline_at: fields.deadlineAt ?? null,
    basis_no: isOftenTheSame(fields.basis) ? names.numberOf(JSON.stringify(fields.basis)) : null,
    approved_at: fields.approvedAt ?? null,
    grant_no: fields.basis?.kind === 'grant' ? names.numberOf(fields.basis.grantId) : null,
    nonce: fields.nonce === undefined ? null : packNonce(fields.nonce),
    claim_by: fields.claimBy ?? null,
    executor_no: names.numberOrNull(fields.executor),
    fence: fields.fence ?? null,
    started_at: fields.startedAt ?? null,
    execute_by: fields.executeBy ?? null,
    cancel_requested_at: fields.cancelRequestedAt ?? null,
    completed_at: fields.completedAt ?? null,
    result: fields.result ?? null,
    error,
    error_type_no: names.numberOrNull(errorType),
    execution_time_ms: fields.executionTimeMs ?? null,
    details: detailsOf(fields),
    wake_at: wakeAt(state),
    reserve: reservedBytes[state.status] ?? 0,
  };
}

/**
 * A call grows until it is settled, and a row that outgrows its page of SQLite splits it and leaves both half empty. So
 * it starts with about as many bytes as it will need for its approval, its claim and a short result.
 */
const reservedBytes: { readonly [Status in CallStatus]?: number } = {
  pending: 70,
  awaiting_approval: 42,
  approved: 19,
  executing: 6,
};

/** What somebody wrote for this call alone is no name. */
function isOftenTheSame(basis: ApprovalBasis | undefined): basis is ApprovalBasis {
  return basis !== undefined && basis.kind !== 'edit' && !('feedback' in basis);
}

function detailsOf({ by, cause, basis, printed, undoneAt }: Fields): string | null {
  const details = {
    by,
    cause,
    basis: isOftenTheSame(basis) ? undefined : basis,
    printed: printed && isSilent(printed) ? undefined : printed,
    undoneAt: undoneAt ?? undefined,
  };
  return Object.values(details).every((part) => part === undefined) ? null : JSON.stringify(details);
}

/** Most calls print nothing while they run: of those nothing is kept. */
function isSilent({ received }: Printed): boolean {
  return received.stdout === 0 && received.stderr === 0;
}

function errorOf(state: CallState): { readonly error: string | null; readonly errorType: string | null } {
  switch (state.status) {
    case 'failed':
      return { error: state.error, errorType: state.errorType };
    case 'timeout':
      return { error: 'Approval timeout', errorType: 'timeout' };
    case 'unknown':
      return { error: 'Contact with the executor was lost', errorType: 'unknown' };
    case 'rejected':
      return state.by.kind === 'policy'
        ? { error: state.by.reason, errorType: 'policy' }
        : { error: state.by.feedback ?? defaultRejection, errorType: null };
    case 'pending':
    case 'awaiting_approval':
    case 'approved':
    case 'executing':
    case 'completed':
    case 'cancelled':
      return { error: null, errorType: null };
  }
}

const approvalFields = ['approvalId', 'basis', 'approvedAt'] as const;
const claimFields = [...approvalFields, 'nonce', 'claimBy', 'executor', 'fence', 'startedAt'] as const;
const endFields = ['approvalId', 'approvedAt', 'executor', 'fence', 'completedAt'] as const;

/** What a state of each status is put together from. */
const fieldsOf: { readonly [Status in CallStatus]: readonly FieldOf<StateOf<Status>>[] } = {
  pending: ['previewBy'],
  awaiting_approval: ['approvalId', 'deadlineAt'],
  approved: [...approvalFields, 'nonce', 'claimBy'],
  executing: [...claimFields, 'leaseUntil', 'executeBy', 'cancelRequestedAt', 'printed'],
  completed: [...claimFields, 'completedAt', 'result', 'executionTimeMs', 'undoneAt'],
  rejected: ['approvalId', 'completedAt'],
  timeout: ['approvalId', 'deadlineAt', 'completedAt'],
  failed: [...endFields, 'error', 'errorType', 'result', 'executionTimeMs'],
  cancelled: endFields,
  unknown: [...claimFields, 'completedAt'],
};

export function stateOf(row: Omit<StateRow, 'reserve'>, names: Names): CallState {
  const status = callStatusOf(row.status);
  const state: Record<string, unknown> = { status };
  for (const field of fieldsOf[status]) state[field] = fieldOf(field, row, names);
  return (row.details === null ? state : Object.assign(state, JSON.parse(row.details))) as CallState;
}

function fieldOf(field: Field, row: Omit<StateRow, 'reserve'>, names: Names): unknown {
  switch (field) {
    case 'approvalId':
      return unpackIdOrNull(row.approval_id);
    case 'deadlineAt':
      return row.deadline_at;
    case 'basis': {
      // Where it has no name, or its name has not been fetched yet, it comes from elsewhere.
      const text = names.textOrNull(row.basis_no);
      return text ? JSON.parse(text) : undefined;
    }
    case 'approvedAt':
      return row.approved_at;
    case 'nonce':
      return unpackNonce(row.nonce!);
    case 'claimBy':
      return row.claim_by;
    case 'executor':
      return names.textOrNull(row.executor_no);
    case 'fence':
      return row.fence;
    case 'startedAt':
      return row.started_at;
    case 'leaseUntil':
    case 'previewBy':
      return row.wake_at;
    case 'executeBy':
      return row.execute_by;
    case 'cancelRequestedAt':
      return row.cancel_requested_at;
    case 'completedAt':
      return row.completed_at;
    case 'result':
      return row.result;
    case 'error':
      return row.error;
    case 'errorType':
      return names.textOrNull(row.error_type_no);
    case 'executionTimeMs':
      return row.execution_time_ms;
    // Among the details, where they are anything else.
    case 'printed':
      return nothingPrinted;
    case 'undoneAt':
      return null;
    case 'by':
    case 'cause':
      throw new Error(`${field} is among the details`);
  }
}
