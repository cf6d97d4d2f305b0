import { command } from '../../command.ts';
import { renderSource } from '../../render/source.ts';
import { renderTools } from '../../render/tools.ts';

export const showSource = command({
  summary: 'Show one service with its settings and tools',
  arguments: [['<name>', 'name of the source']],
  examples: [['sources show pizzeria', 'names are in sources list']],
  async run({ client, print, style, terminal }, [name]) {
    const answer = await client().call('getSource', { params: { source: name! } });
    print(answer, () => `${renderSource(answer.source, style, terminal.now())}\n${renderTools(answer.tools, style)}`);
  },
});
