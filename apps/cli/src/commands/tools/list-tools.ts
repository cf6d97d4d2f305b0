import { command } from '../../command.ts';
import { renderTools, riskCounts } from '../../render/tools.ts';

export const listTools = command<{ source?: string }>({
  summary: 'List the tools that this credential may use',
  details: 'An administrator sees all of them, also those that are switched off or gone.',
  options: [{ flags: '--source <name>', description: 'only those of this source; builtin for those of runners' }],
  examples: [
    ['tools list', 'every tool'],
    ['tools list --source pizzeria', 'those of one service'],
  ],
  async run({ client, print, style }, _, { source }) {
    const answer = await client().call('listTools', { query: source === undefined ? {} : { source } });
    const count = `${answer.tools.length} ${answer.tools.length === 1 ? 'tool' : 'tools'}`;
    print(
      answer,
      () =>
        renderTools(answer.tools, style) +
        (answer.tools.length === 0 ? '' : `\n${count}: ${riskCounts(answer.tools)}.\n`),
    );
  },
});
