import { command } from '../../command.ts';
import { confirm, refuseUnlessSure } from '../../confirm.ts';

export const removeSecret = command<{ yes?: boolean }>({
  summary: 'Forget a secret: calls that need it fail from now on',
  arguments: [['<name>', 'name of the secret']],
  options: [{ flags: '--yes', description: 'without asking' }],
  examples: [['secrets remove shop-key', 'names are in secrets list']],
  async run(context, [name], { yes = false }) {
    refuseUnlessSure(context, yes, '--yes to remove it');
    if (!(await confirm(context, yes, `Remove the secret ${name}?`, ['Remove', 'Keep']))) {
      context.terminal.warn('Nothing was removed.\n');
      return;
    }
    const removed = await context.client().call('removeSecret', { params: { name: name! } });
    context.print(removed, () => `Removed: ${removed.name}.\n`);
  },
});
