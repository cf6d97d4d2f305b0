import type { Message, Update } from 'grammy/types';

type From = { readonly updateId: number; readonly chatId: number };

/** What somebody wants of the bot, in a private chat with it. */
export type Intent =
  | (From & {
      readonly kind: 'press';
      readonly queryId: string;
      readonly data: string;
      readonly messageId: number | null;
    })
  | (From & {
      readonly kind: 'text';
      readonly messageId: number;
      readonly text: string;
      readonly replyTo: number | null;
    })
  | (From & {
      readonly kind: 'command';
      readonly messageId: number;
      readonly name: string;
      readonly replyTo: number | null;
    })
  | (From & { readonly kind: 'unreadable'; readonly messageId: number });

/** Null for what is none of the bot's business: groups, channels, and whatever is not said to it alone. */
export function intentOf({ update_id: updateId, message, callback_query: query }: Update): Intent | null {
  if (query) {
    const at = query.message;
    // A button that was not in a private chat with this very person was not sent by us to them.
    if (query.data === undefined || at?.chat.type !== 'private' || at.chat.id !== query.from.id) return null;
    return {
      kind: 'press',
      updateId,
      chatId: at.chat.id,
      queryId: query.id,
      data: query.data,
      messageId: at.message_id,
    };
  }
  if (message?.chat.type !== 'private' || message.from?.id !== message.chat.id || message.from.is_bot) return null;
  return messageIntent(updateId, message);
}

const command = /^\/([A-Za-z0-9_]+)(?:@\w+)?(?:\s|$)/;

function messageIntent(updateId: number, message: Message): Intent {
  const { message_id: messageId, text, reply_to_message: reply } = message;
  const from = { updateId, chatId: message.chat.id, messageId };
  if (text === undefined) return { kind: 'unreadable', ...from };
  const replyTo = reply?.message_id ?? null;
  const name = command.exec(text)?.[1]?.toLowerCase();
  return name === undefined ? { kind: 'text', ...from, text, replyTo } : { kind: 'command', ...from, name, replyTo };
}

export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>;
