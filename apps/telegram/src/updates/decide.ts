import { isPassing } from '@countersign/client';
import { CountersignError } from '@countersign/contract';
import { type Connected, type Front, note } from '../front.ts';
import type { ButtonRow } from '../state/buttons.ts';
import { plainContent, shownText } from '../text/rich-text.ts';

export type Decision =
  | { readonly verb: 'approve' | 'approve_class' | 'reject' }
  | { readonly verb: 'reject'; readonly feedback: string };

type Asked = { readonly chatId: number; readonly updateId: number; readonly replyTo: number | null };

/**
 * Decides as the person who pressed, on what was shown to them: the digest goes along (L7). Where it comes too late or means
 * something else by now, it changes nothing and they are told; the message is brought to how it stands either way.
 */
export async function decide(
  front: Front,
  { link }: Connected,
  button: ButtonRow,
  decision: Decision,
  { chatId, updateId, replyTo }: Asked,
): Promise<void> {
  const { approvals } = link.client;
  const shown = { approval_id: button.approvalId, project_id: button.projectId, digest: button.digest };
  try {
    if (decision.verb === 'reject')
      await approvals.reject(shown, 'feedback' in decision ? decision.feedback : undefined);
    else await approvals.approve(shown, decision.verb === 'approve_class' ? { scope: 'class' } : {});
  } catch (error) {
    if (isPassing(error) || !(error instanceof CountersignError)) throw error;
    const text = `Nothing was changed by you: ${shownText(error.message)}`;
    note(front, chatId, `${updateId}`, plainContent(text), replyTo);
  } finally {
    link.changed('approvals');
  }
}
