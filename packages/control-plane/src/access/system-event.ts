import type { EventType, ProjectId } from '@countersign/contract';
import type { Actor, NewEvent } from '../ports/records.ts';

/** An entry of the chain for what belongs to no session: people, projects, credentials, the server itself. */
export function systemEvent(
  type: EventType,
  actor: Actor,
  at: number,
  subjectId: string,
  data: NewEvent['data'],
  projectId: ProjectId | null = null,
): NewEvent {
  return { chainId: 'system', projectId, type, subjectId, parentId: null, actor, at, data };
}
