import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The size of the database once everything of the WAL is in it, as for the peers. */
export function checkpointedBytes(file: string): number {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    const row = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    if (row.busy !== 0) throw new Error('the database could not be checkpointed');
  } finally {
    database.close();
  }
  return statSync(file).size;
}
