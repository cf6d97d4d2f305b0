import { command } from '../../command.ts';
import { confirm, refuseUnlessSure } from '../../confirm.ts';

export const removeSource = command<{ yes?: boolean }>({
  summary: 'Forget a service: its tools are gone at once',
  details: 'What its tools did stays in the record.',
  arguments: [['<name>', 'name of the source']],
  options: [{ flags: '--yes', description: 'without asking' }],
  examples: [['sources remove pizzeria', 'names are in sources list']],
  async run(context, [name], { yes = false }) {
    const { client, print, terminal } = context;
    refuseUnlessSure(context, yes, '--yes to remove it');
    const { source } = await client().call('getSource', { params: { source: name! } });
    const question = `Remove ${source.name} and its ${source.tool_count} tools?`;
    if (!(await confirm(context, yes, question, ['Remove', 'Keep']))) {
      terminal.warn('Nothing was removed.\n');
      return;
    }
    const removed = await client().call('removeSource', { params: { source: name! } });
    print(removed, () => `Removed: ${removed.name} with ${removed.tool_count} tools.\n`);
  },
});
