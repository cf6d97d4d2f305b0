import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** What is really in the database, past all our code. */
export async function rowsOf(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  if (!databaseUrl.startsWith('postgres')) {
    const database = new DatabaseSync(databaseUrl, { readOnly: true });
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
