import type { Run, SpokenMessage } from '@countersign/agent';
import type { ControlPlane } from '../control-plane.ts';
import type { MessageRecord } from '../ports/records.ts';
import { runLimits } from './limits.ts';

/**
 * W1: what was said in the session before a run, oldest first. Runs of a session go one after the other, so that the
 * answers of earlier ones are there, also those that came after this run was asked for; what is meant for later ones is not
 * told. The newest that there is room for.
 */
export async function sessionHistory({ store }: Pick<ControlPlane, 'store'>, run: Run): Promise<SpokenMessage[]> {
  const { projectId, sessionId } = run;
  const page = { limit: runLimits.historyLookedMax, cursor: null };
  const { items } = await store.listMessages({ projectId, sessionId }, page);
  const history: SpokenMessage[] = [];
  let length = 0;
  for (const message of items) {
    // Ids are in the order of time.
    if (message.runId >= run.id) continue;
    length += message.text.length;
    if (length > runLimits.historyLengthMax || history.length === runLimits.historyMessagesMax) break;
    history.push(spoken(message));
  }
  return history.reverse();
}

export function spoken({ id, role, text }: MessageRecord): SpokenMessage {
  return { messageId: id, role, text };
}
