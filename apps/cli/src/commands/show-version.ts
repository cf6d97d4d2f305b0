import { command } from '../command.ts';
import { version } from '../version.ts';

export const showVersion = command({
  summary: 'Show the version',
  examples: [['version', 'of this command and of the Node it runs on']],
  async run({ print }) {
    print({ version, node: process.version }, () => `countersign ${version} (node ${process.version})\n`);
  },
});
