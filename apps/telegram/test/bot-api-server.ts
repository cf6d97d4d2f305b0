import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InlineKeyboardButton, Update } from 'grammy/types';
import { TelegramServer } from 'telegram-test-api/lib/telegramServer.js';
import { onTestFinished } from 'vitest';

export const botToken = '4711:a-token-nobody-may-see';

type Body = Readonly<Record<string, unknown>>;
type Call = { readonly method: string; readonly body: Body };

/** A message of the bot as a person sees it now. */
export type SeenMessage = {
  readonly id: number;
  readonly chatId: number;
  readonly text: string;
  readonly buttons: readonly InlineKeyboardButton[];
  readonly replyTo: number | null;
  readonly asksForReply: boolean;
};

type Fault = { readonly code: number; readonly description: string; readonly retryAfter?: number } | 'lost' | 'unsent';

/**
 * telegram-test-api keeps the messages of the bot. In front of it stands what it lacks and this bot depends on: updates that
 * come until they are confirmed, long polls, webhooks with a secret, what Telegram refuses, and faults.
 */
export class BotApiServer {
  /** How long a test waits for something that should happen at once; not a pause, an end to waiting in vain. */
  patienceMs = 15_000;
  readonly calls: Call[] = [];
  /** What was shown to a person for a moment after a press. */
  readonly toasts: string[] = [];
  /** Whether updates come again that were confirmed, as after a crash on the other side. */
  repeatUpdates = false;
  webhook: { readonly url: string; readonly secret: string } | null = null;
  readonly #messages: TelegramServer;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #faults = new Map<string, Fault[]>();
  readonly #watchers = new Set<() => void>();
  #updates: Update[] = [];
  #wakePoll: ((code: number) => void) | null = null;
  #nextUpdate = 100;
  #nextMessage = 1_000_000;
  #nextQuery = 1;

  private constructor(messagesPort: number) {
    this.#messages = new TelegramServer({ port: messagesPort, host: '127.0.0.1', storeTimeout: 3600 });
  }

  static async start(): Promise<BotApiServer> {
    const api = new BotApiServer(await freePort());
    await api.#messages.start();
    api.#server.listen(0, '127.0.0.1');
    await once(api.#server, 'listening');
    onTestFinished(async () => {
      api.#server.closeAllConnections();
      api.#server.close();
      await api.#messages.stop();
    });
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What the bot has in a chat, oldest first. */
  seenBy(chatId: number): SeenMessage[] {
    return this.#messages.storage.botMessages
      .map(({ messageId, message }) => seen(messageId, message as unknown as Body))
      .filter((message) => message.chatId === chatId);
  }

  /** The first message in the chat that fits, now or as soon as there is one. */
  async message(chatId: number, what: string, fits: (message: SeenMessage) => boolean): Promise<SeenMessage> {
    return await this.until(what, () => this.seenBy(chatId).find(fits));
  }

  /** What `look` finds, looked for again whenever the bot did something. */
  async until<T>(what: string, look: () => T | undefined | null | false): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const watch = (): void => {
      const found = look();
      if (found) resolve(found);
    };
    this.#watchers.add(watch);
    const timer = setTimeout(() => {
      const there = JSON.stringify(
        this.#messages.storage.botMessages.map(({ message }) => message.text),
        null,
        1,
      );
      reject(new Error(`${what} did not come; there was ${there}, toasts ${JSON.stringify(this.toasts)}`));
    }, this.patienceMs);
    watch();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#watchers.delete(watch);
    }
  }

  countOf(method: string): number {
    return this.calls.filter((call) => call.method === method).length;
  }

  /** The next request of that name goes wrong: answered with an error, done but not answered, or not even done. */
  fail(method: string, ...faults: Fault[]): void {
    this.#faults.set(method, [...(this.#faults.get(method) ?? []), ...faults]);
  }

  /** Somebody writes to the bot; gives back the number of the message. */
  async says(userId: number, text: string, replyTo: SeenMessage | number | null = null): Promise<number> {
    const messageId = this.#nextMessage++;
    const reply = typeof replyTo === 'number' ? replyTo : (replyTo?.id ?? null);
    const at = { chat: { id: userId, type: 'private', first_name: 'A' }, date: 0 } as const;
    await this.push({
      message: {
        message_id: messageId,
        from: { id: userId, is_bot: false, first_name: 'A' },
        ...at,
        text,
        ...(reply === null ? {} : { reply_to_message: { message_id: reply, ...at } }),
      },
    } as Omit<Update, 'update_id'>);
    return messageId;
  }

  /** Somebody presses a button, by its label; `as` is who that is, where it is not who the message is for. */
  async presses(message: SeenMessage, label: string, as = message.chatId): Promise<void> {
    const button = message.buttons.find(({ text }) => text === label);
    if (!button || !('callback_data' in button))
      throw new Error(`there is no button ${label} but ${message.buttons.map(({ text }) => text).join(', ')}`);
    await this.pressesData(message, String(button.callback_data), as);
  }

  async pressesData(message: Pick<SeenMessage, 'id' | 'chatId'>, data: string, as = message.chatId): Promise<void> {
    await this.push({
      callback_query: {
        id: `q${this.#nextQuery++}`,
        from: { id: as, is_bot: false, first_name: 'A' },
        message: { message_id: message.id, chat: { id: message.chatId, type: 'private', first_name: 'A' }, date: 0 },
        chat_instance: '1',
        data,
      },
    } as Omit<Update, 'update_id'>);
  }

  /** An update on its way to the bot: it waits to be asked for, or is brought to the webhook. */
  async push(update: Omit<Update, 'update_id'>): Promise<number | null> {
    const whole = { update_id: this.#nextUpdate++, ...update } as Update;
    if (this.webhook) return await this.#bring(whole);
    this.#updates.push(whole);
    this.#wakePoll?.(200);
    return null;
  }

  async #bring(update: Update): Promise<number> {
    const { url, secret } = this.webhook!;
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(update) })).status;
  }

  /** Somebody else asks for the updates of the same bot. */
  async intrude(): Promise<void> {
    await fetch(`${this.url}/bot${botToken}/getUpdates`, { method: 'POST', body: JSON.stringify({ timeout: 0 }) });
  }

  /** All that nobody has confirmed yet. */
  get unconfirmed(): number {
    return this.#updates.length;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const method = request.url!.split('/').at(-1)!;
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Body;
    this.calls.push({ method, body });
    this.look();
    const fault = this.#faults.get(method)?.shift();
    if (fault === 'unsent') response.destroy();
    else if (fault && fault !== 'lost') answerError(response, fault.code, fault.description, fault.retryAfter);
    else if (!request.url!.startsWith(`/bot${botToken}/`)) answerError(response, 401, 'Unauthorized');
    else {
      const answer = await this.#perform(method, body, response);
      if (fault === 'lost') response.destroy();
      else if (typeof answer === 'string') answerError(response, 400, `Bad Request: ${answer}`);
      else if (answer === 409) answerError(response, 409, 'Conflict: terminated by other getUpdates request');
      else
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, result: answer.result }));
    }
    this.look();
  }

  /** Something may have changed that a test waits for. */
  look(): void {
    for (const watch of [...this.#watchers]) watch();
  }

  async #perform(method: string, body: Body, response: ServerResponse): Promise<{ result: unknown } | string | 409> {
    switch (method) {
      case 'getMe':
        return { result: { id: 4711, is_bot: true, first_name: 'Countersign', username: 'countersign_test_bot' } };
      case 'getUpdates':
        return await this.#poll(body, response);
      case 'answerCallbackQuery':
        this.toasts.push(String(body.text ?? ''));
        return { result: true };
      case 'setWebhook':
        this.webhook = { url: String(body.url), secret: String(body.secret_token) };
        return { result: true };
      case 'setMyCommands':
        return { result: true };
      case 'deleteWebhook':
        this.webhook = null;
        return { result: true };
      case 'editMessageText': {
        const known = this.seenBy(Number(body.chat_id)).find(({ id }) => id === body.message_id);
        if (!known) return 'message to edit not found';
        const next = seen(known.id, { ...body });
        if (next.text === known.text && JSON.stringify(next.buttons) === JSON.stringify(known.buttons))
          return 'message is not modified: specified new message content and reply markup are exactly the same';
        return refusalOf(body) ?? (await this.#keep(method, { reply_markup: { inline_keyboard: [] }, ...body }));
      }
      default:
        return refusalOf(body) ?? (await this.#keep(method, body));
    }
  }

  /** Telegram counts what comes before the offset as confirmed, and gives the rest again and again. */
  async #poll({ offset, timeout }: Body, response: ServerResponse): Promise<{ result: unknown } | 409> {
    if (typeof offset === 'number' && !this.repeatUpdates)
      this.#updates = this.#updates.filter(({ update_id }) => update_id >= offset);
    this.look();
    this.#wakePoll?.(409);
    if (this.#updates.length > 0 || timeout === 0) return { result: this.#updates };
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#wakePoll = resolve;
    response.once('close', () => resolve(200));
    const code = await promise;
    if (this.#wakePoll === resolve) this.#wakePoll = null;
    return code === 409 ? 409 : { result: this.#updates };
  }

  async #keep(method: string, body: Body): Promise<{ result: unknown } | string> {
    const kept = await fetch(`${this.#messages.config.apiURL}/bot${botToken}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { ok, result, description } = (await kept.json()) as { ok: boolean; result: unknown; description?: string };
    return ok ? { result: result ?? true } : String(description).replace('Bad Request: ', '');
  }
}

function seen(id: number, body: Body): SeenMessage {
  const markup = (body.reply_markup ?? {}) as { inline_keyboard?: InlineKeyboardButton[][]; force_reply?: boolean };
  const reply = body.reply_parameters as { message_id: number } | undefined;
  return {
    id,
    chatId: Number(body.chat_id),
    text: String(body.text),
    buttons: (markup.inline_keyboard ?? []).flat(),
    replyTo: reply?.message_id ?? null,
    asksForReply: markup.force_reply === true,
  };
}

/** What Telegram would not take. */
function refusalOf(body: Body): string | null {
  if (body.text === undefined) return null;
  const text = String(body.text);
  if (text.trim() === '') return 'message text is empty';
  if (text.length > 4096) return 'message is too long';
  if ('parse_mode' in body) return 'nobody is to parse anything';
  if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text))
    return 'text must be encoded in UTF-8';
  const { buttons } = seen(0, body);
  for (const button of buttons) {
    if ('callback_data' in button && Buffer.byteLength(String(button.callback_data)) > 64) return 'BUTTON_DATA_INVALID';
    if ('url' in button && new URL(String(button.url)).hostname === 'localhost') return 'BUTTON_URL_INVALID';
  }
  for (const { offset, length } of (body.entities ?? []) as { offset: number; length: number }[])
    if (length <= 0 || offset + length > text.length) return 'ENTITY_BOUNDS_INVALID';
  return null;
}

function answerError(response: ServerResponse, code: number, description: string, retryAfter?: number): void {
  const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } };
  response
    .writeHead(code, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ok: false, error_code: code, description, ...parameters }));
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
