import { command } from '../../command.ts';
import { printable } from '../../render/printable.ts';
import { renderTable } from '../../render/table.ts';
import { readUsers, usersFilePath } from '../../telegram/users-file.ts';

export const listTelegramUsers = command({
  summary: 'List who of Telegram may give tasks and decide',
  examples: [['telegram list', 'and as whom']],
  async run({ config, terminal, print, style }) {
    const users = readUsers(usersFilePath(config().config), terminal).map(({ token: _, ...user }) => user);
    const rows = users.map(({ telegram_id, project_id, name }) => [String(telegram_id), project_id, printable(name)]);
    print({ users }, () =>
      rows.length === 0
        ? 'Nobody. Allow somebody with `countersign telegram allow ID`.\n'
        : renderTable(['TELEGRAM', 'PROJECT', 'ACTS AS'], rows, style),
    );
  },
});
