import { command } from '../../command.ts';
import { confirm, refuseUnlessSure } from '../../confirm.ts';
import { renderChanges } from '../../render/import.ts';

export const refreshSource = command<{ document?: string; dryRun?: boolean; yes?: boolean }>({
  summary: 'Look at a service again, and take over what changed',
  details:
    'Shows every change as a diff before anything is saved. A changed tool is a new version: what was approved or\nremembered for the old one does not cover it. A tool that is gone can no longer be called.',
  arguments: [['<name>', 'name of the source']],
  options: [
    { flags: '--document <file>', description: 'newer document of a source that was made from a file' },
    { flags: '--dry-run', description: 'only show what changed' },
    { flags: '--yes', description: 'take it over without asking' },
  ],
  examples: [
    ['sources refresh pizzeria', 'see what changed, then decide'],
    ['sources refresh pizzeria --document openapi.yaml --yes', 'from a file, in a script'],
  ],
  async run(context, [name], { document: path, dryRun = false, yes = false }) {
    const { client, terminal, print, style, isJson } = context;
    refuseUnlessSure(context, yes || dryRun, '--yes to take it over, or --dry-run to only look');
    const { readDocument } = await import('./source-settings.ts');
    const document = path === undefined ? {} : { document: await readDocument(terminal, '--document', path) };
    if (terminal.showsProgress) terminal.warn(`looking at ${name} …\n`);
    const refresh = (body: { dry_run?: boolean; expected_inventory_hash?: string }) =>
      client().call('refreshSource', { params: { source: name! }, body: { ...document, ...body } });
    const found = await refresh({ dry_run: true });
    if (!isJson) terminal.write(renderChanges(found, style));
    if (dryRun) {
      if (isJson) print(found, () => '');
      return;
    }
    // Also where nothing changed: that it was looked at is worth knowing, and asks nobody anything.
    const isSure = yes || found.changes.length === 0;
    if (!(await confirm(context, isSure, 'Take these changes over?', ['Take over', 'Leave as it was']))) {
      terminal.warn('Nothing was changed.\n');
      return;
    }
    const saved = await refresh({ expected_inventory_hash: found.inventory_hash });
    print(saved, () => (found.changes.length === 0 ? '' : `${style.good('saved')}: ${name} is as it was shown.\n`));
  },
});
