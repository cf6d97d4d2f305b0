import { type Clock, systemClock } from './clock.ts';
import { ConnectedUsers } from './connected-users.ts';
import type { Front } from './front.ts';
import { limits as defaultLimits, type Limits } from './limits.ts';
import { jsonLog, reasonOf } from './log.ts';
import { openLink } from './server/link.ts';
import { openState } from './state/open-state.ts';
import { grammyBotApi } from './telegram/bot-api.ts';
import { deliverMessages } from './telegram/deliver-messages.ts';
import { pollUpdates } from './telegram/poll-updates.ts';
import { serveWebhook } from './telegram/serve-webhook.ts';
import { untilAnswered } from './telegram/until-answered.ts';
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
  const { token, usersFile, pageUrl } = settings;
  const clock = parts.clock ?? systemClock;
  const limits: Limits = { ...defaultLimits, ...parts.limits };
  const users = new ConnectedUsers();
  const secrets = (): string[] => [token, settings.webhook?.secret ?? '', ...users.tokens];
  const log = jsonLog(parts.write ?? ((line) => process.stderr.write(line)), secrets);
  const allowed = readUsersFile(usersFile);
  const state = openState(settings.stateFile, clock, limits);
  const api = grammyBotApi(token, settings.apiUrl, limits);
  const stop = new AbortController();
  const signal = stopped ? AbortSignal.any([stop.signal, stopped]) : stop.signal;
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    stop.abort();
    for (const closeOne of closers.toReversed()) await closeOne();
    state.close();
  };
  try {
    const me = await untilAnswered(() => api.getMe(signal), { clock, limits, log }, signal);
    const shared = { api, state, clock, limits, log, pageUrl, users };
    const front: Front = { ...shared, outbox: new Wake(), botId: me.id };
    const become = (list: readonly AllowedUser[]): void =>
      users.become(list, (user) => ({ user, link: openLink(front, user, settings.serverUrl) }));
    closers.push(() => users.close());
    become(allowed);
    const watcher = watchUsersFile(usersFile, log, (list) => {
      log('info', 'the users have changed', { count: list.length });
      become(list);
    });
    closers.push(() => watcher.close());
    // What changed while Telegram was waited for, before anybody watched.
    become(readUsersFile(usersFile));
    const delivering = deliverMessages(front, signal);
    closers.push(() => delivering);
    api
      .setCommands(commands)
      .catch((error: unknown) => log('info', 'no list of commands', { reason: reasonOf(error) }));
    const listening = await listen(front, settings, signal);
    closers.push(() => listening.close());
    log('info', 'the bot listens', { bot: me.username, users: users.count });
    return { botName: me.username, webhookPort: listening.port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** By asking Telegram, or by being told. */
async function listen(
  front: Front,
  { webhook }: FrontSettings,
  signal: AbortSignal,
): Promise<{ readonly port: number | null; close(): Promise<void> }> {
  if (webhook === null) {
    await untilAnswered(() => front.api.deleteWebhook(), front, signal);
    const polling = pollUpdates(front, signal);
    return { port: null, close: () => polling };
  }
  const server = await serveWebhook(front, webhook.secret, webhook.host, webhook.port);
  const url = webhook.url.replace(/\/+$/, '') + server.path;
  try {
    await untilAnswered(() => front.api.setWebhook(url, webhook.secret), front, signal);
  } catch (error) {
    await server.close();
    throw error;
  }
  return { port: server.port, close: () => server.close() };
}
