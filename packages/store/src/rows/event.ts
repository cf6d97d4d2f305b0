import type { EventType } from '@countersign/contract';
import type { Actor, ChainHead, NewEvent, StoredEvent } from '@countersign/control-plane';
import type { Names } from '../names/names.ts';
import type { EventChainRow, EventRow } from '../schema.ts';
import { dataOf, dataRow } from './event-data.ts';
import { packHash, packId, unpackHash, unpackId } from './packed-text.ts';

/** Everything but its place in the log, which is known only when it is written. */
export type UnplacedEventRow = Omit<EventRow, 'seq' | 'hash'>;

export function eventRow(event: NewEvent, names: Names): UnplacedEventRow {
  return {
    chain_no: names.numberOf(event.chainId),
    project_no: names.numberOrNull(event.projectId),
    type_no: names.numberOf(event.type),
    subject_id: packId(event.subjectId),
    parent_id: event.parentId === null ? null : event.parentId === event.chainId ? theChain : packId(event.parentId),
    actor_no: names.numberOf(event.actor),
    at: event.at,
    ...dataRow(event.data, names),
  };
}

const theChain = Buffer.alloc(0);

export function placedEventRow(row: UnplacedEventRow, seq: number, hash: string): EventRow {
  return { ...row, seq, hash: packHash(hash) };
}

export function eventOf(row: EventRow, names: Names): StoredEvent {
  const chainId = names.textOf(row.chain_no);
  return {
    seq: row.seq,
    chainId,
    projectId: names.textOrNull(row.project_no) as StoredEvent['projectId'],
    type: names.textOf(row.type_no) as EventType,
    subjectId: unpackId(row.subject_id),
    parentId: row.parent_id === null ? null : row.parent_id.length === 0 ? chainId : unpackId(row.parent_id),
    actor: names.textOf(row.actor_no) as Actor,
    at: row.at,
    data: dataOf(row, names),
    hash: unpackHash(row.hash),
  };
}

export function chainHeadOf(row: EventChainRow, names: Names): ChainHead {
  return {
    chainId: names.textOf(row.chain_no),
    length: row.length,
    lastSeq: row.last_seq,
    headHash: unpackHash(row.head_hash),
  };
}
