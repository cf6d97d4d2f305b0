import { resolve } from 'node:path';
import { command } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { readGiven } from '../../read-given.ts';
import { printable } from '../../render/printable.ts';

export const checkAccess = command({
  summary: 'Say whether an access file can be used, and where not',
  details: 'Checks what the server checks at its start, and needs none. Ends with 1 where something is to be changed.',
  arguments: [['<file>', 'access file']],
  examples: [['access check access.yaml', 'before the server is started with it']],
  async run({ print, style, terminal }, [given]) {
    const { parseAccess } = await import('@countersign/policy');
    const parsed = parseAccess(await readGiven(terminal, '<file>', given!));
    const file = resolve(terminal.cwd, given!);
    if (parsed.ok) {
      const { groups, policies } = parsed.rules.counts;
      const issuers = parsed.rules.issuers.length;
      print(
        { ok: true, file, groups, policies, issuers, problems: [] },
        () => `${style.good('ok')}: ${printable(given!)} has ${groups} groups and ${policies} policies.\n`,
      );
      return exitCodes.ok;
    }
    const { problems } = parsed;
    print({ ok: false, file, groups: 0, policies: 0, issuers: 0, problems }, () =>
      problems.map(({ line, column, message }) => `${printable(`${given}:${line}:${column}: ${message}`)}\n`).join(''),
    );
    return exitCodes.error;
  },
});
