import type { Clock } from './clock.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { Link } from './server/link.ts';
import type { State } from './state/open-state.ts';
import type { BotApi } from './telegram/bot-api.ts';
import type { Content } from './text/rich-text.ts';
import type { AllowedUser } from './users-file.ts';
import type { Wake } from './wake.ts';

/** What the parts of the front share. */
export type Front = {
  readonly api: BotApi;
  readonly state: State;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
  /** Rung when there may be something to send. */
  readonly outbox: Wake;
  /** Where a person opens a request in the browser; null where their phone could not get there. */
  readonly pageUrl: string | null;
  readonly botId: number;
  /** The people who may use the bot, as the file says now. */
  readonly users: { find(telegramId: number): Connected | null };
};

/** Somebody who may use the bot, and how the server is asked on their behalf. */
export type Connected = { readonly user: AllowedUser; readonly link: Link };

/** Answers something that came in, once, however often it comes. */
export function note(
  { state, outbox }: Pick<Front, 'state' | 'outbox'>,
  chatId: number,
  subject: string,
  content: Content,
  replyTo: number | null = null,
): void {
  state.messages.want({ chatId, kind: 'note', subject }, { content, replyTo });
  outbox.ring();
}
