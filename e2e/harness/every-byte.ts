import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { rowsOf } from './rows-of.ts';

/** What a database keeps, by table: every value of every row, as bytes. Of SQLite its files too, as they are on disk. */
export async function everyByte(databaseUrl: string): Promise<Map<string, Buffer>> {
  const kept = new Map<string, Buffer>();
  const isPostgres = databaseUrl.startsWith('postgres');
  const tables = await rowsOf(databaseUrl, isPostgres ? postgresTables : sqliteTables);
  for (const { name } of tables) {
    const rows = await rowsOf(databaseUrl, `select * from "${String(name)}"`);
    kept.set(`table ${String(name)}`, Buffer.concat(rows.flatMap((row) => Object.values(row).map(bytesOf))));
  }
  if (isPostgres) return kept;
  const folder = dirname(databaseUrl);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(basename(databaseUrl))) kept.set(`file ${name}`, readFileSync(join(folder, name)));
  }
  return kept;
}

const sqliteTables = "select name from sqlite_master where type = 'table'";
const postgresTables = "select table_name as name from information_schema.tables where table_schema = 'public'";

function bytesOf(value: unknown): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value);
  return Buffer.from(`${typeof value === 'object' ? JSON.stringify(value) : String(value)}\n`);
}
