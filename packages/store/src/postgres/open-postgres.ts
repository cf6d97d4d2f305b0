import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database } from '../database.ts';
import { storeLimits } from '../limits.ts';
import { migrate, requireCurrentSchema } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { faultOf } from './fault-of.ts';
import { PostgresListener } from './postgres-listener.ts';
import { alwaysByIndex, openPool } from './postgres-pool.ts';
import { postgresReader } from './postgres-reader.ts';
import { PostgresWriter } from './postgres-writer.ts';

type Options = { readonly readOnly: boolean; readonly onFault: (error: unknown) => void };

/** S2: any number of processes on one database; each has a pool for reading, one writer and one listener. */
export async function openPostgres(url: string, { readOnly, onFault }: Options): Promise<Database> {
  if (!readOnly) await bringUpToDate(url, onFault);
  const pool = openPool(url, {
    max: storeLimits.postgresConnectionsMax,
    settings: `${alwaysByIndex} set default_transaction_read_only = on; set statement_timeout = ${storeLimits.postgresTimeoutMs}`,
    onFault,
  });
  const reader = postgresReader(pool);
  try {
    if (readOnly) await requireCurrentSchema(reader.db);
  } catch (error) {
    await reader.db.destroy();
    throw error;
  }
  const writer = readOnly ? null : new PostgresWriter(url, onFault);
  return {
    reader,
    faultOf,
    transact: (work) =>
      writer ? writer.transact(work) : Promise.reject(new Error('The store was opened for reading only.')),
    watch(look) {
      const listener = new PostgresListener(url, look, () => writer?.processId ?? null, onFault);
      return () => listener.stop();
    },
    async close() {
      await writer?.close();
      await reader.db.destroy();
    },
  };
}

/** Texts of agents are in any script; a database that does not know Unicode would refuse some of them much later. */
async function requireUnicode(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8') {
    throw new Error(
      `The database keeps text as ${encoding}. Make one with: createdb --encoding=UTF8 --template=template0 NAME`,
    );
  }
}

async function bringUpToDate(url: string, onFault: (error: unknown) => void): Promise<void> {
  const pool = openPool(url, { max: 1, settings: `set lock_timeout = ${storeLimits.openTimeoutMs}`, onFault });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await requireUnicode(db);
    await migrate(db, 'postgres');
  } finally {
    await db.destroy();
  }
}
