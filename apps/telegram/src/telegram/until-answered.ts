import { backoffMs, until } from '../clock.ts';
import type { Front } from '../front.ts';
import { reasonOf } from '../log.ts';
import { SetupError } from '../setup-error.ts';
import { failureOf } from './failure-of.ts';

/** Telegram may be away for a while; a token that it does not know stays unknown. */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  { clock, limits, log }: Pick<Front, 'clock' | 'limits' | 'log'>,
  signal: AbortSignal,
): Promise<T> {
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
