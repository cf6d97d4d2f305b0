import { backoffMs, type Clock, systemClock, until } from './clock.ts';
import type { Connected, Front } from './front.ts';
import { limits as defaultLimits, type Limits } from './limits.ts';
import { jsonLog, type Log, reasonOf } from './log.ts';
import { openLink } from './server/link.ts';
import { SetupError } from './setup-error.ts';
import { openState } from './state/open-state.ts';
import { grammyBotApi } from './telegram/bot-api.ts';
import { deliverMessages } from './telegram/deliver-messages.ts';
import { failureOf } from './telegram/failure-of.ts';
import { pollUpdates } from './telegram/poll-updates.ts';
import { serveWebhook } from './telegram/serve-webhook.ts';
import { commands } from './updates/handle-command.ts';
import { type AllowedUser, readUsersFile, watchUsersFile } from './users-file.ts';
import { Wake } from './wake.ts';

export type FrontSettings = {
  readonly token: string;
  readonly apiUrl: string;
  /** Null for asking Telegram instead of being told. */
  readonly webhook: {
    readonly url: string;
    readonly secret: string;
    readonly host: string;
    readonly port: number;
  } | null;
  readonly usersFile: string;
  readonly stateFile: string;
  readonly serverUrl: string;
  readonly pageUrl: string | null;
};

/** What tests replace. */
export type FrontParts = {
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
  readonly write?: (line: string) => void;
};

export type RunningFront = {
  readonly botName: string;
  readonly webhookPort: number | null;
  /** Lets what is being sent arrive, so that it is not sent again. */
  close(): Promise<void>;
};

/** Starts everything. Resolves when the bot listens; waits for Telegram as long as that takes. */
export async function startFront(
  settings: FrontSettings,
  parts: FrontParts = {},
  stopped?: AbortSignal,
): Promise<RunningFront> {
  const clock = parts.clock ?? systemClock;
  const limits: Limits = { ...defaultLimits, ...parts.limits };
  const users = new Map<number, Connected>();
  const secrets = (): string[] => [
    settings.token,
    settings.webhook?.secret ?? '',
    ...[...users.values()].map(({ user }) => user.token),
  ];
  const log = jsonLog(parts.write ?? ((line) => process.stderr.write(line)), secrets);
  const allowed = readUsersFile(settings.usersFile);
  const state = openState(settings.stateFile, clock, limits);
  const api = grammyBotApi(settings.token, settings.apiUrl, limits);
  const stop = new AbortController();
  const signal = stopped ? AbortSignal.any([stop.signal, stopped]) : stop.signal;
  try {
    const me = await untilAnswered(() => api.getMe(signal), { clock, limits, log, signal });
    const outbox = new Wake();
    const findUser = (telegramId: number): Connected | null => users.get(telegramId) ?? null;
    const { pageUrl } = settings;
    const front: Front = { api, state, clock, limits, log, outbox, pageUrl, botId: me.id, findUser };
    const connect = (user: AllowedUser): Connected => ({ user, link: openLink(front, user, settings.serverUrl) });
    const closing = new Set<Promise<void>>();
    const apply = (list: readonly AllowedUser[]): void => applyUsers(users, list, connect, closing);
    apply(allowed);
    const watcher = watchUsersFile(settings.usersFile, log, (list) => {
      log('info', 'the users have changed', { count: list.length });
      apply(list);
    });
    apply(readUsersFile(settings.usersFile));
    api
      .setCommands(commands)
      .catch((error: unknown) => log('info', 'no list of commands', { reason: reasonOf(error) }));
    const delivering = deliverMessages(front, signal);
    const listening = await listen(front, settings, signal);
    log('info', 'the bot listens', {
      bot: me.username,
      mode: settings.webhook ? 'webhook' : 'polling',
      users: users.size,
    });
    return {
      botName: me.username,
      webhookPort: listening.port,
      async close() {
        stop.abort();
        watcher.close();
        await listening.close();
        await delivering;
        await Promise.all([...closing, ...[...users.values()].map(({ link }) => link.close())]);
        state.close();
      },
    };
  } catch (error) {
    stop.abort();
    state.close();
    throw error;
  }
}

/** Lets go of who is not allowed any more, or has another token, and takes in who is new. */
function applyUsers(
  users: Map<number, Connected>,
  list: readonly AllowedUser[],
  connect: (user: AllowedUser) => Connected,
  closing: Set<Promise<void>>,
): void {
  const wanted = new Map(list.map((user) => [user.telegramId, user]));
  for (const [telegramId, { user, link }] of users) {
    if (JSON.stringify(wanted.get(telegramId)) === JSON.stringify(user)) continue;
    users.delete(telegramId);
    const closed = link.close().finally(() => closing.delete(closed));
    closing.add(closed);
  }
  for (const user of list) if (!users.has(user.telegramId)) users.set(user.telegramId, connect(user));
}

async function listen(
  front: Front,
  { webhook }: FrontSettings,
  signal: AbortSignal,
): Promise<{ readonly port: number | null; close(): Promise<void> }> {
  const waiting = { ...front, signal };
  if (webhook === null) {
    await untilAnswered(() => front.api.deleteWebhook(), waiting);
    const polling = pollUpdates(front, signal);
    return { port: null, close: () => polling };
  }
  const server = await serveWebhook(front, webhook.secret, webhook.host, webhook.port);
  const url = webhook.url.replace(/\/+$/, '') + server.path;
  await untilAnswered(() => front.api.setWebhook(url, webhook.secret), waiting);
  return { port: server.port, close: () => server.close() };
}

type Waiting = { readonly clock: Clock; readonly limits: Limits; readonly log: Log; readonly signal: AbortSignal };

/** Telegram may be away for a while; a token that it does not know stays unknown. */
async function untilAnswered<T>(ask: () => Promise<T>, { clock, limits, log, signal }: Waiting): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error);
      if (failure.kind === 'bad_token')
        throw new SetupError(
          'Telegram does not know this bot. Check telegram_token: @BotFather shows the token of each bot.',
          error,
        );
      if (failure.kind === 'refused') throw error;
      const own = backoffMs(failures, limits.retryMsFirst, limits.retryMsMax);
      const waitMs = failure.kind === 'too_many' ? failure.waitMs : own;
      log('warn', 'Telegram does not answer', { reason: reasonOf(error), retry_in_ms: waitMs });
      await until(clock, clock.now() + waitMs, signal);
      signal.throwIfAborted();
    }
  }
}
