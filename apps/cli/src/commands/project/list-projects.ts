import { command } from '../../command.ts';
import { printable } from '../../render/printable.ts';
import { renderTable } from '../../render/table.ts';

export const listProjects = command<{ all?: boolean }>({
  summary: 'List your projects',
  options: [{ flags: '--all', description: 'every project of the server (for administrators)' }],
  examples: [
    ['project list', 'those you are a member of'],
    ['project list --all --json', 'all of them, for a program'],
  ],
  async run({ client, print, style }, _, { all }) {
    const answer = all ? await client().admin.listProjects() : await client().projects();
    const rows = answer.projects.map(({ project_id, name, created_at }) => [project_id, created_at, printable(name)]);
    print(answer, () =>
      rows.length === 0
        ? 'No projects. Make one with `countersign project create NAME`.\n'
        : renderTable(['ID', 'OPENED', 'NAME'], rows, style),
    );
  },
});
