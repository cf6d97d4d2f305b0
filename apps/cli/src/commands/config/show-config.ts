import { showSettings } from '@countersign/config';
import { command } from '../../command.ts';
import { printable } from '../../render/printable.ts';
import { renderTable } from '../../render/table.ts';

export const showConfig = command<{ origin?: boolean }>({
  summary: 'Show the settings in force; secrets are masked',
  options: [{ flags: '--origin', description: 'also where each value comes from' }],
  examples: [['config show --origin', 'find out why a setting is what it is']],
  async run({ config, print, style }, _, { origin: withOrigin }) {
    const loaded = config();
    const shown = showSettings(loaded);
    const document = shown.map(({ key, value, origin }) => [key, withOrigin ? { value, origin } : value]);
    print({ file: loaded.file, settings: Object.fromEntries(document) }, () => {
      const rows = shown.map(({ key, value, origin, description }) => [
        key,
        printable(value === null ? '-' : [value].flat().join(',') || '-'),
        withOrigin ? origin : style.faint(description),
      ]);
      const file = loaded.file ?? 'none';
      return `Configuration file: ${file}\n\n${renderTable(['SETTING', 'VALUE', withOrigin ? 'FROM' : 'WHAT'], rows, style)}`;
    });
  },
});
