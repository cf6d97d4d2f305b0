import type { Update } from 'grammy/types';
import { backoffMs, until } from '../clock.ts';
import type { Front } from '../front.ts';
import { reasonOf } from '../log.ts';
import { handleUpdate } from '../updates/handle-update.ts';
import { failureOf } from './failure-of.ts';

/**
 * Asks Telegram for updates, and does them one after the other. Asking for what follows one is what tells Telegram that it
 * is done, so that is asked only then. The first time everything that Telegram does not know to be done is asked for.
 */
export async function pollUpdates(front: Front, signal: AbortSignal): Promise<void> {
  let offset: number | null = null;
  let failures = 0;
  while (!signal.aborted) {
    try {
      for (const update of await front.api.getUpdates(offset, signal)) {
        await untilDone(front, update, signal);
        if (signal.aborted) return;
        offset = update.update_id + 1;
      }
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      await rest(front, signal, error, failures);
      failures += 1;
    }
  }
}

/** The same again until it is done: what comes after it may depend on it. */
async function untilDone(front: Front, update: Update, signal: AbortSignal): Promise<void> {
  const { clock, limits, log } = front;
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      return await handleUpdate(front, update);
    } catch (error) {
      const waitMs = backoffMs(failures, limits.retryMsFirst, limits.retryMsMax);
      log('warn', 'an update waits for the server', {
        update_id: update.update_id,
        reason: reasonOf(error),
        retry_in_ms: waitMs,
      });
      await until(clock, clock.now() + waitMs, signal);
    }
  }
}

async function rest(
  { clock, limits, log }: Front,
  signal: AbortSignal,
  error: unknown,
  failures: number,
): Promise<void> {
  const failure = failureOf(error);
  const own = backoffMs(failures, limits.retryMsFirst, limits.retryMsMax);
  const waitMs = failure.kind === 'too_many' ? failure.waitMs : own;
  const text =
    failure.kind === 'conflict'
      ? 'another process asks for the updates of this bot, or it has a webhook: stop the other one, or give each a bot of its own'
      : 'Telegram does not give updates';
  log('warn', text, { reason: reasonOf(error), retry_in_ms: waitMs });
  await until(clock, clock.now() + waitMs, signal);
}
