import { printable } from '../render/printable.ts';
import { UsageError } from '../usage-error.ts';

/** The number of a person; a name with @ can change hands. */
export function telegramId(given: string): number {
  if (!/^[1-9][0-9]{0,15}$/.test(given) || !Number.isSafeInteger(Number(given)))
    throw new UsageError(
      `"${printable(given)}" is no Telegram id: it is a number, which the bot tells whoever writes to it`,
    );
  return Number(given);
}
