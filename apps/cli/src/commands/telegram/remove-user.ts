import { CountersignError } from '@countersign/contract';
import { command } from '../../command.ts';
import { printable } from '../../render/printable.ts';
import { telegramId } from '../../telegram/telegram-id.ts';
import { readUsers, usersFilePath, writeUsers } from '../../telegram/users-file.ts';
import { UsageError } from '../../usage-error.ts';

export const removeTelegramUser = command({
  summary: 'Take back what `telegram allow` gave',
  details: 'The bot does not listen to them any more, and the credential is revoked.',
  arguments: [['<telegram-id>', 'a number of telegram list']],
  examples: [['telegram remove 123456789', 'numbers are in telegram list']],
  async run({ client, config, terminal, print }, [given]) {
    const id = telegramId(given!);
    const path = usersFilePath(config().config);
    const users = readUsers(path, terminal);
    const removed = users.filter(({ telegram_id }) => telegram_id === id);
    if (removed.length === 0)
      throw new UsageError(`Telegram user ${id} is not allowed: see \`countersign telegram list\``);
    // The credential first: where it cannot be revoked, the file still says that it is there.
    for (const { token_id } of removed) await revoked(() => client().admin.revokeToken(token_id));
    writeUsers(
      path,
      users.filter(({ telegram_id }) => telegram_id !== id),
    );
    print(
      { telegram_id: id, removed: true },
      () => `Telegram user ${id} (${printable(removed[0]!.name)}) is not listened to any more.\n`,
    );
  },
});

/** One that is gone already need not be revoked. */
async function revoked(revoke: () => Promise<unknown>): Promise<void> {
  try {
    await revoke();
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code !== 'not_found') throw error;
  }
}
