import { existsSync } from 'node:fs';
import { type Config, maskSetting, settings } from '@countersign/config';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Opened as it is, without bringing it up to date and without writing to it. */
export async function checkDatabase({ database }: Pick<Config, 'database'>): Promise<Finding> {
  const shown = String(maskSetting(settings.database.secrecy, database));
  const isServer = /^postgres(ql)?:\/\//.test(database);
  if (!isServer && !existsSync(database.replace(/^sqlite:(\/\/)?/, '')))
    return warn('database', `${shown} is not there yet`, 'The first `countersign start` makes it.');
  const { openStore } = await import('@countersign/store');
  try {
    const store = await openStore(database, { readOnly: true });
    try {
      await store.ping();
      return ok('database', `${shown}, at entry ${await store.headSeq()} of its log`);
    } finally {
      await store.close();
    }
  } catch (error) {
    const next = isServer
      ? 'Check that PostgreSQL runs and that the URL is right, and start the server once to bring the database up to date.'
      : 'Start the server once to bring the database up to date; one of a newer version needs a newer Countersign.';
    return fail('database', `${shown} cannot be used: ${(error as Error).message}`, next);
  }
}
