import { command } from '../../command.ts';
import { printable } from '../../render/printable.ts';
import { renderTable } from '../../render/table.ts';

export const listUsers = command({
  summary: 'List everyone who may sign in',
  examples: [['user list', 'people and whether they are administrators']],
  async run({ client, print, style }) {
    const answer = await client().admin.listUsers();
    const rows = answer.users.map(({ user_id, name, is_admin }) => [user_id, is_admin ? 'admin' : '', printable(name)]);
    print(answer, () => renderTable(['ID', 'ROLE', 'NAME'], rows, style));
  },
});
