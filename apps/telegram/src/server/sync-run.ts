import { CountersignError, type RunView } from '@countersign/contract';
import { plainContent } from '../text/rich-text.ts';
import { answerTexts, hasEnded, progressText } from '../text/run-text.ts';
import type { AllowedUser } from '../users-file.ts';
import type { Asking, LinkedFront } from './link.ts';

/** Brings what a chat says of a run to how it stands: how it goes, or what it came to as a reply to the task. */
export async function syncRun(
  front: LinkedFront,
  { telegramId: chatId, projectId }: AllowedUser,
  asking: Asking,
  runId: string,
  tools: readonly string[],
): Promise<void> {
  const { state, clock, limits, outbox } = front;
  const row = state.runs.find(runId);
  if (!row?.isOpen) return;
  const run = await findRun(asking, projectId, runId);
  const progress = { chatId, kind: 'progress', subject: runId } as const;
  if (run !== null && !hasEnded(run)) {
    const content = plainContent(progressText(run, tools));
    const wish = { content, replyTo: row.taskMessageId, isOpen: true, dueAt: clock.now() + limits.progressFirstMs };
    state.messages.want(progress, wish);
    outbox.ring();
    return;
  }
  const texts = run === null ? ['⚠️ This run is not there any more.'] : answerTexts(run);
  state.transact(() => {
    for (const [part, text] of texts.entries()) {
      const replyTo = part === 0 ? row.taskMessageId : null;
      state.messages.want({ chatId, kind: 'answer', subject: runId, part }, { content: plainContent(text), replyTo });
    }
    state.messages.drop(progress);
    state.runs.close(runId);
  });
  outbox.ring();
}

async function findRun({ client, signal }: Asking, projectId: string, runId: string): Promise<RunView | null> {
  try {
    return await client.runs.get(projectId, runId, 0, { signal });
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'not_found') return null;
    throw error;
  }
}
