import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyFileName } from '@countersign/config';
import { command } from '../command.ts';
import { printable } from '../render/printable.ts';
import { UsageError } from '../usage-error.ts';

const schemaFileName = 'policy.schema.json';
/** Whoever can write the rules decides: the file is the owner's alone. */
const ownerOnly = { file: 0o600, folder: 0o700 } as const;

export const init = command<{ force?: boolean }>({
  summary: 'Write the default policy file, to be changed',
  details:
    'The file lies in the data folder and belongs to you alone. It changes nothing until you switch a rule in it on. One that\nis there already is kept, unless --force is given.',
  options: [{ flags: '--force', description: 'write over the file that is there' }],
  examples: [['init', 'a policy file with comments, in the data folder']],
  async run({ config, print, style }, _, { force = false }) {
    const { defaultPolicyText, policySchema } = await import('@countersign/policy');
    const { dataDir } = config().config;
    const path = join(dataDir, policyFileName);
    mkdirSync(dataDir, { recursive: true, mode: ownerOnly.folder });
    if (force) replace(path, defaultPolicyText);
    else writeNew(path, defaultPolicyText);
    replace(join(dataDir, schemaFileName), `${JSON.stringify(policySchema(), null, 2)}\n`);
    print({ policy: path }, () =>
      [
        `${style.good('Written')}: ${printable(path)}\n`,
        'What to do next:',
        '  1. Open it and switch on the rules you want.',
        `  2. countersign policy lint ${quoted(path)}`,
        '  3. countersign start. A server that is running takes it up by itself.\n',
      ].join('\n'),
    );
  },
});

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: ownerOnly.file, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(`${path} is there already: change it, or write over it with --force`);
  }
}

/** Whole or not at all, and with the mode of a new file. */
function replace(path: string, text: string): void {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, text, { mode: ownerOnly.file, flag: 'wx' });
  renameSync(draft, path);
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${printable(path).replaceAll("'", `'\\''`)}'`;
}
