import { isoTime, type MessageView } from '@countersign/contract';
import type { MessageRecord } from '../ports/records.ts';

export function messageView(message: MessageRecord): MessageView {
  return {
    message_id: message.id,
    project_id: message.projectId,
    session_id: message.sessionId,
    run_id: message.runId,
    role: message.role,
    author: message.author,
    text: message.text,
    created_at: isoTime(message.createdAt),
  };
}
