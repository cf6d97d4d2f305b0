import { resolve } from 'node:path';
import { command } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { printable } from '../../render/printable.ts';

export const lintPolicy = command({
  summary: 'Say whether a policy file can be used, and where not',
  details:
    'Checks what the server checks at its start, the examples included. Ends with 1 where something is to be changed.',
  arguments: [['<file>', 'policy file']],
  examples: [['policy lint policy.yaml', 'before the server is started with it']],
  async run({ print, style, terminal }, [given]) {
    const { lintFile } = await import('./lint-file.ts');
    const path = resolve(terminal.cwd, given!);
    const { problems, rules } = lintFile(path, terminal);
    print({ ok: problems.length === 0, file: path, rules, problems }, () =>
      problems.length === 0
        ? `${style.good('ok')}: ${printable(given!)} has ${rules} rules.\n`
        : problems
            .map(({ line, column, message }) => `${printable(`${given}:${line}:${column}: ${message}`)}\n`)
            .join(''),
    );
    return problems.length === 0 ? exitCodes.ok : exitCodes.error;
  },
});
