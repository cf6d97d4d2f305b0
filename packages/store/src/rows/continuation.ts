import type { ContinuationRecord } from '@countersign/control-plane';
import type { ContinuationRow } from '../schema.ts';
import type { Seals } from '../seal/seals.ts';

export function continuationRow(record: ContinuationRecord, seals: Seals): ContinuationRow {
  return {
    call_id: record.callId,
    project_id: record.projectId,
    version: record.version,
    sealed: seals.sealContinuation(record.callId, record.state),
    next_at: record.nextAt,
  };
}

/** Opened when it is read: one that this server cannot open spoils no list. */
export function continuationOf(row: ContinuationRow, seals: Seals): ContinuationRecord {
  const callId = row.call_id as ContinuationRecord['callId'];
  return {
    callId,
    projectId: row.project_id as ContinuationRecord['projectId'],
    version: row.version,
    get state() {
      return seals.openContinuation(callId, row.sealed);
    },
    nextAt: row.next_at,
  };
}
