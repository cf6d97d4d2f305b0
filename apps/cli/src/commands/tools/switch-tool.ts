import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { printable } from '../../render/printable.ts';

export const enableTool = command({
  summary: 'Switch a tool of a service on',
  arguments: [['<tool>', 'name of the tool']],
  examples: [['tools enable pizzeria__cancel_order', 'agents may call it again']],
  run: (context, [name]) => switchTool(context, name!, true),
});

export const disableTool = command({
  summary: 'Switch a tool of a service off: nobody can call it',
  arguments: [['<tool>', 'name of the tool']],
  examples: [['tools disable pizzeria__cancel_order', 'it stays off when the source is refreshed']],
  run: (context, [name]) => switchTool(context, name!, false),
});

async function switchTool({ client, print }: CommandContext, name: string, isEnabled: boolean): Promise<undefined> {
  const tool = await client().call('changeTool', { params: { tool_id: name }, body: { is_enabled: isEnabled } });
  print(tool, () => `${printable(tool.name)} is ${tool.is_enabled ? 'on' : 'off'}.\n`);
}
