import type { ChainHead, StoredEvent } from '@countersign/control-plane';
import type { EventChainRow, EventRow } from '../schema.ts';

export function eventRow(event: StoredEvent): EventRow {
  return {
    seq: event.seq,
    chain_id: event.chainId,
    project_id: event.projectId,
    type: event.type,
    subject_id: event.subjectId,
    parent_id: event.parentId,
    actor: event.actor,
    at: event.at,
    data: JSON.stringify(event.data),
    hash: event.hash,
  };
}

export function eventOf(row: EventRow): StoredEvent {
  return {
    seq: row.seq,
    chainId: row.chain_id,
    projectId: row.project_id as StoredEvent['projectId'],
    type: row.type,
    subjectId: row.subject_id,
    parentId: row.parent_id,
    actor: row.actor,
    at: row.at,
    data: JSON.parse(row.data) as StoredEvent['data'],
    hash: row.hash,
  };
}

export function chainHeadOf(row: EventChainRow): ChainHead {
  return { chainId: row.chain_id, length: row.length, lastSeq: row.last_seq, headHash: row.head_hash };
}
