import { command } from '../../command.ts';
import { renderTool } from '../../render/tools.ts';

export const showTool = command({
  summary: 'Show one tool: what it takes, and how its requests are made',
  arguments: [['<tool>', 'name of the tool']],
  examples: [['tools show pizzeria__list_menu', 'names are in tools list']],
  async run({ client, print, style }, [name]) {
    const tool = await client().call('getTool', { params: { tool_id: name! } });
    print(tool, () => renderTool(tool, style));
  },
});
