import type { Actor, MessageRecord, NewEvent } from '../ports/records.ts';

/** Below its run in the tree; all that a viewer needs of the message is in the entry. */
export function messagePosted(message: MessageRecord, actor: Actor): NewEvent {
  const { id, projectId, sessionId, runId, role, author, text, createdAt } = message;
  return {
    chainId: sessionId,
    projectId,
    type: 'message.posted',
    subjectId: id,
    parentId: runId,
    actor,
    at: createdAt,
    data: { role, author, text: text.toWellFormed() },
  };
}
