import { isPassing } from '@countersign/client';
import { CountersignError } from '@countersign/contract';
import type { Update } from 'grammy/types';
import { type Front, note } from '../front.ts';
import { reasonOf } from '../log.ts';
import { plainContent, shownText } from '../text/rich-text.ts';
import { handleCommand } from './handle-command.ts';
import { handlePress } from './handle-press.ts';
import { handleText } from './handle-text.ts';
import { type Intent, intentOf } from './intent-of.ts';

/**
 * Does what an update asks for. Throws where that may succeed later: then the update is not done, and the same again does
 * it once. Whatever else goes wrong is told to the person, and the update is done.
 */
export async function handleUpdate(front: Front, update: Update): Promise<void> {
  const { state } = front;
  const { update_id: updateId } = update;
  if (state.updates.isDone(updateId)) return;
  const intent = intentOf(update);
  if (intent) await handle(front, intent);
  state.updates.done(updateId);
}

async function handle(front: Front, intent: Intent): Promise<void> {
  const connected = front.users.find(intent.chatId);
  if (!connected) {
    refuse(front, intent);
    return;
  }
  front.state.messages.welcome(intent.chatId);
  const replyTo = intent.kind === 'press' ? null : intent.messageId;
  const answer = (text: string, part = ''): void =>
    note(front, intent.chatId, `${intent.updateId}${part}`, plainContent(text), replyTo);
  try {
    switch (intent.kind) {
      case 'press':
        return await handlePress(front, connected, intent);
      case 'text':
        return await handleText(front, connected, intent);
      case 'command':
        return await handleCommand(front, connected, intent);
      case 'unreadable':
        return answer('Only text can be a task. Please write it.');
    }
  } catch (error) {
    if (isPassing(error)) {
      answer('Countersign does not answer. What you asked for is kept, and done when it is back.', ':late');
      throw error;
    }
    front.log('warn', 'an update could not be done', { update_id: intent.updateId, reason: reasonOf(error) });
    answer(`That was refused: ${shownText(refusalText(error))}`);
  }
}

function refusalText(error: unknown): string {
  if (!(error instanceof CountersignError)) return 'something went wrong here. The log of the bot says what.';
  if (error.code === 'unauthenticated' || error.code === 'forbidden')
    return 'your access has ended. Ask for it with `countersign telegram allow`.';
  return error.message;
}

/** Everybody else is told once in a while that this is not for them. What they press does nothing. */
function refuse(front: Front, { kind, chatId, updateId }: Intent): void {
  if (kind === 'press' || !front.state.strangers.mayRefuse(chatId)) return;
  front.log('info', 'somebody who is not allowed wrote', { telegram_id: chatId });
  const text = `This bot works for the people of one Countersign server. If you are one of them, let its administrator run:\n\ncountersign telegram allow ${chatId}`;
  note(front, chatId, `${updateId}`, plainContent(text));
}
