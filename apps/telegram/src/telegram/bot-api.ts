import { Api } from 'grammy';
import type { InlineKeyboardButton, Message, Update, UserFromGetMe } from 'grammy/types';
import type { Limits } from '../limits.ts';
import type { Content } from '../text/rich-text.ts';

/** What the front asks of Telegram. Failures are those of grammY; `failureOf` says what they mean. */
export type BotApi = {
  getMe(signal?: AbortSignal): Promise<UserFromGetMe>;
  getUpdates(offset: number | null, signal: AbortSignal): Promise<Update[]>;
  send(chatId: number, content: Content, replyTo: number | null): Promise<number>;
  edit(chatId: number, messageId: number, content: Content): Promise<void>;
  remove(chatId: number, messageId: number): Promise<void>;
  answerPress(queryId: string, text: string): Promise<void>;
  setWebhook(url: string, secret: string): Promise<void>;
  deleteWebhook(): Promise<void>;
  setCommands(commands: Readonly<Record<string, string>>): Promise<void>;
};

const allowedUpdates = ['message', 'callback_query'] as const;

export function grammyBotApi(token: string, apiUrl: string, limits: Limits): BotApi {
  const client = { apiRoot: apiUrl.replace(/\/+$/, '') };
  const api = new Api(token, { ...client, timeoutSeconds: limits.requestSeconds });
  const polling = new Api(token, { ...client, timeoutSeconds: limits.pollSeconds + limits.requestSeconds });
  return {
    getMe: (signal) => api.getMe(grammySignal(signal)),
    getUpdates: (offset, signal) =>
      polling.getUpdates(
        {
          ...(offset === null ? {} : { offset }),
          limit: limits.updatesMax,
          timeout: limits.pollSeconds,
          allowed_updates: allowedUpdates,
        },
        grammySignal(signal),
      ),
    async send(chatId, content, replyTo) {
      const reply = replyTo === null ? {} : { message_id: replyTo, allow_sending_without_reply: true };
      const markup = content.asksForReply ? { force_reply: true as const } : keyboardOf(content);
      const { message_id } = await api.sendMessage(chatId, content.text, {
        ...styleOf(content),
        ...(replyTo === null ? {} : { reply_parameters: reply as { message_id: number } }),
        ...(markup ? { reply_markup: markup } : {}),
      });
      return message_id;
    },
    async edit(chatId, messageId, content) {
      const keyboard = keyboardOf(content) ?? { inline_keyboard: [] };
      const other = content.asksForReply ? {} : { reply_markup: keyboard };
      await (api.editMessageText(chatId, messageId, content.text, {
        ...styleOf(content),
        ...other,
      }) as Promise<Message>);
    },
    async remove(chatId, messageId) {
      await api.deleteMessage(chatId, messageId);
    },
    async answerPress(queryId, text) {
      await api.answerCallbackQuery(queryId, text === '' ? {} : { text: text.slice(0, limits.toastLengthMax) });
    },
    async setWebhook(url, secret) {
      // One at a time, so that what a person did is taken in the order in which it was done.
      await api.setWebhook(url, { secret_token: secret, max_connections: 1, allowed_updates: allowedUpdates });
    },
    async deleteWebhook() {
      await api.deleteWebhook();
    },
    async setCommands(commands) {
      await api.setMyCommands(Object.entries(commands).map(([command, description]) => ({ command, description })));
    },
  };
}

/** No address in a text is looked up to show a picture of it: nobody is to learn that it was read. */
function styleOf({ entities }: Content) {
  return { entities: [...entities], link_preview_options: { is_disabled: true } };
}

function keyboardOf({ buttons }: Content): { inline_keyboard: InlineKeyboardButton[][] } | null {
  if (buttons.length === 0) return null;
  const inline_keyboard = buttons.map((row) =>
    row.map(
      (button): InlineKeyboardButton =>
        'url' in button ? { text: button.label, url: button.url } : { text: button.label, callback_data: button.press },
    ),
  );
  return { inline_keyboard };
}

type GrammySignal = NonNullable<Parameters<Api['getMe']>[0]>;

/** grammY brings a type of its own for the signal that Node has. */
function grammySignal(signal: AbortSignal | undefined): GrammySignal | undefined {
  return signal as GrammySignal | undefined;
}
