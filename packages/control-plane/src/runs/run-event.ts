import type { Run } from '@countersign/agent';
import { CountersignError, type EventType } from '@countersign/contract';
import type { Actor, NewEvent } from '../ports/records.ts';

/** An entry about a run in the chain of its session. Who works on it is its parent; else it stands under the session. */
export function runEvent(
  { id, projectId, sessionId }: Pick<Run, 'id' | 'projectId' | 'sessionId'>,
  type: EventType,
  actor: Actor,
  at: number,
  data: NewEvent['data'],
  parentId: string = sessionId,
): NewEvent {
  return { chainId: sessionId, projectId, type, subjectId: id, parentId, actor, at, data };
}

export function runEnded({ id, status }: Pick<Run, 'id' | 'status'>): CountersignError {
  return new CountersignError(
    'run_ended',
    `This run has ended: it is ${status}. Post a message without run_id to start a new one.`,
    { run_id: id, run_status: status },
  );
}
