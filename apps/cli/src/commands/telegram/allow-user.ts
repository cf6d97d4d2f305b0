import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { findUser } from '../../find-user.ts';
import { printable } from '../../render/printable.ts';
import { telegramId } from '../../telegram/telegram-id.ts';
import { readUsers, type TelegramUser, usersFilePath, writeUsers } from '../../telegram/users-file.ts';
import { UsageError } from '../../usage-error.ts';

export const allowTelegramUser = command<{ user?: string }>({
  summary: 'Let somebody of Telegram give tasks and decide',
  details:
    'They act as a user of Countersign, by a credential of that user which lies in the file of telegram_users_file on this machine.\nWhat they decide is recorded with that name. Needs an administrator.',
  arguments: [['<telegram-id>', 'the number that the bot tells whoever writes to it']],
  options: [{ flags: '--user <user>', description: 'person by name or id (default: you)' }],
  examples: [
    ['telegram allow 123456789', 'yourself'],
    ['telegram allow 123456789 --user ada --project website', 'somebody else, in one project'],
  ],
  async run(context, [given], { user }) {
    const id = telegramId(given!);
    const { client, terminal, print } = context;
    const path = usersFilePath(context.config().config);
    const before = readUsers(path, terminal);
    const projectId = await context.projectId();
    const { userId, name } = await whoIs(context, user);
    const { token, secret } = await client().admin.createToken({
      kind: 'user',
      name: `telegram ${id}`,
      user_id: userId,
    });
    const allowed: TelegramUser = {
      telegram_id: id,
      user_id: userId,
      name,
      token: secret,
      token_id: token.token_id,
      project_id: projectId,
    };
    try {
      writeUsers(path, [...before.filter(({ telegram_id }) => telegram_id !== id), allowed]);
    } catch (error) {
      // Nobody has the secret now; a credential that nobody can use should not be there.
      await client().admin.revokeToken(token.token_id);
      throw error;
    }
    for (const { telegram_id, token_id } of before) if (telegram_id === id) await client().admin.revokeToken(token_id);
    const { token: _, ...shown } = allowed;
    print(
      shown,
      () =>
        `Telegram user ${id} acts as ${printable(name)} now. Take it back with \`countersign telegram remove ${id}\`.\n`,
    );
  },
});

async function whoIs(context: CommandContext, given: string | undefined): Promise<{ userId: string; name: string }> {
  if (given !== undefined) {
    const { user_id, name } = await findUser(context, given);
    return { userId: user_id, name };
  }
  const me = await context.client().whoAmI();
  if (me.kind !== 'user') throw new UsageError('say who it is with --user');
  return { userId: me.id, name: me.name };
}
