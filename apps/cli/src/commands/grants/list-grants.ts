import { command } from '../../command.ts';
import { type PageOptions, pageHint, pageOptions, pageQuery } from '../../page-options.ts';
import { renderGrants } from '../../render/grants.ts';

type Options = PageOptions & { session?: string; all?: boolean };

export const listGrants = command<Options>({
  summary: 'List remembered decisions',
  options: [
    { flags: '--session <id>', description: 'only those of this session' },
    { flags: '--all', description: 'also those that have ended' },
    ...pageOptions,
  ],
  examples: [['grants list', 'what agents may do without asking, and who said so']],
  async run({ client, projectId, print, style, terminal }, _, options) {
    const answer = await client().grants.list(await projectId(), {
      ...pageQuery(options),
      ...(options.session ? { session_id: options.session } : {}),
      ...(options.all ? { include_ended: true } : {}),
    });
    print(answer, () => renderGrants(answer.grants, style, terminal.now()) + pageHint(answer.next_cursor));
  },
});
