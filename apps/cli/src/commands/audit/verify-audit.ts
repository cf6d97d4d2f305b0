import { maskSetting, settings } from '@countersign/config';
import type { AuditVerdict, Store } from '@countersign/control-plane';
import { command } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { printable } from '../../render/printable.ts';
import type { Style } from '../../render/style.ts';

const progressEvery = 10_000;

export const verifyAudit = command({
  summary: 'Check that nothing in the log was changed, moved or removed',
  details:
    'Reads the database itself, without writing to it and without asking a server; the server may go on working.\nEnds with 1 and names the first broken entry where something is wrong.',
  options: [{ flags: '--database <database>', description: 'file or postgres:// URL (default: as configured)' }],
  examples: [
    ['audit verify', 'the database of this machine'],
    ['audit verify --database backup.db --json', 'a copy, for a program'],
  ],
  async run({ config, print, style, terminal }) {
    // Only this command needs these: the others start faster without them.
    const { verifyStore } = await import('@countersign/control-plane');
    const store = await openReadOnly(config().config.database);
    const showProgress = (seq: number, of: number): void => {
      if (seq % progressEvery === 0) terminal.warn(`\rverified ${seq} of ${of} entries`);
    };
    try {
      const verdict = await verifyStore(store, terminal.showsProgress ? showProgress : undefined);
      if (terminal.showsProgress && verdict.entries >= progressEvery) terminal.warn('\n');
      print(documentOf(verdict), () => renderVerdict(verdict, style));
      return verdict.broken === null ? exitCodes.ok : exitCodes.error;
    } finally {
      await store.close();
    }
  },
});

function documentOf({ entries, chains, broken }: AuditVerdict): unknown {
  const { chainId: chain_id, seq, problem } = broken ?? {};
  return { ok: broken === null, entries, chains, broken: broken && { chain_id, seq, problem } };
}

async function openReadOnly(database: string): Promise<Store> {
  const { openStore } = await import('@countersign/store');
  try {
    return await openStore(database, { readOnly: true });
  } catch (error) {
    const shown = maskSetting(settings.database.secrecy, database);
    throw new Error(`The database ${shown} cannot be opened: ${(error as Error).message}.`, { cause: error });
  }
}

function renderVerdict({ entries, chains, broken }: AuditVerdict, style: Style): string {
  if (broken === null) return `${style.good('The log is whole')}: ${entries} entries in ${chains} chains.\n`;
  const chain = broken.chainId === null ? '' : ` of chain ${printable(broken.chainId)}`;
  return `${style.bad('The log is broken')} at entry ${broken.seq}${chain}: ${broken.problem}.\n${entries} entries before it are as they were written.\n`;
}
