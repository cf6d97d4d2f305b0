import type { Connected, Front } from '../front.ts';
import { reasonOf } from '../log.ts';
import type { ButtonRow } from '../state/buttons.ts';
import { plainContent } from '../text/rich-text.ts';
import { decide } from './decide.ts';
import type { IntentOf } from './intent-of.ts';

/** A button was pressed. Telegram is answered at once; what comes of it is seen in the message. */
export async function handlePress(front: Front, connected: Connected, press: IntentOf<'press'>): Promise<void> {
  const { state, api, log, outbox } = front;
  const { chatId } = press;
  // The little note is a courtesy: it may be too late for it, and nothing depends on it.
  const toast = (text: string): void => {
    api
      .answerPress(press.queryId, text)
      .catch((error: unknown) => log('info', 'a press was not answered', { reason: reasonOf(error) }));
  };
  const button = state.buttons.find(press.data);
  if (button?.chatId !== chatId || button.projectId !== connected.user.projectId)
    return toast('This button means nothing any more.');
  const name = { chatId, kind: 'approval', subject: button.approvalId } as const;
  if (press.messageId !== null) state.messages.adopt(name, press.messageId);
  outbox.ring();
  if (state.messages.find(name)?.isOpen !== true) return toast('It is decided already: nothing was changed.');
  switch (button.verb) {
    case 'arm':
    case 'arm_class':
      toast('HIGH risk: confirm it within a minute.');
      return arm(front, connected, button);
    case 'back':
      toast('Nothing was decided.');
      state.buttons.disarm(button);
      return connected.link.changed('approvals');
    case 'reject_reply':
      toast('Write the reason as a reply.');
      return askForReason(front, button, press);
    case 'approve':
    case 'approve_class':
      if (button.expiresAt !== null && button.expiresAt <= front.clock.now()) {
        toast('Too late to confirm: nothing was decided. Press Approve again.');
        return connected.link.changed('approvals');
      }
      toast('Approving …');
      break;
    case 'reject':
      toast('Rejecting …');
  }
  const verb = button.verb === 'approve' || button.verb === 'approve_class' ? button.verb : 'reject';
  await decide(front, connected, button, { verb }, { chatId, updateId: press.updateId, replyTo: press.messageId });
}

/** From the first press of a HIGH approval on, the second one counts for a minute. */
function arm({ state, clock, limits }: Front, { link }: Connected, button: ButtonRow): void {
  const expiresAt = clock.now() + limits.confirmMs;
  state.buttons.arm(button, button.verb === 'arm' ? 'approve' : 'approve_class', expiresAt);
  link.changed('approvals');
}

function askForReason({ state, outbox }: Front, button: ButtonRow, { chatId, messageId }: IntentOf<'press'>): void {
  const content = {
    ...plainContent('Why not? Reply to this message: the agent is told your words, and the call is rejected.'),
    asksForReply: true,
  };
  state.messages.want({ chatId, kind: 'reason', subject: button.id }, { content, replyTo: messageId, isOpen: true });
  outbox.ring();
}
