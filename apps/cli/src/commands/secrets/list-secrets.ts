import { command } from '../../command.ts';
import { relativeText } from '../../render/duration.ts';
import { printable } from '../../render/printable.ts';
import { renderTable } from '../../render/table.ts';

export const listSecrets = command({
  summary: 'List the names of stored secrets, never their values',
  examples: [['secrets list', 'and when each was last set']],
  async run({ client, print, style, terminal }) {
    const answer = await client().call('listSecrets', {});
    const rows = answer.secrets.map(({ name, updated_at }) => [
      relativeText(updated_at, terminal.now()),
      printable(name),
    ]);
    print(answer, () =>
      rows.length === 0
        ? 'No secrets. Store one with `countersign secrets set NAME`.\n'
        : renderTable(['SET', 'NAME'], rows, style),
    );
  },
});
