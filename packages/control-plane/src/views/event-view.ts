import { type EventView, isoTime } from '@countersign/contract';
import type { StoredEvent } from '../ports/records.ts';

/** An entry of the log; what it holds was masked when it was written. */
export function eventView(event: StoredEvent): EventView {
  return {
    seq: event.seq,
    chain_id: event.chainId,
    project_id: event.projectId,
    type: event.type,
    subject_id: event.subjectId,
    parent_id: event.parentId,
    actor: event.actor,
    at: isoTime(event.at),
    data: event.data,
    hash: event.hash,
  };
}
