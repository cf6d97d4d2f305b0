import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** Goes around the store, as somebody with the password or the file could. */
export async function runSql(url: string, sql: string): Promise<Record<string, unknown>[]> {
  if (!url.startsWith('postgres')) {
    const database = new DatabaseSync(url);
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
