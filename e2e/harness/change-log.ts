import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** Changes entries that cannot be changed, as somebody could who owns the database: what guards them goes first. */
export async function changeLog(databaseUrl: string, sql: string): Promise<void> {
  if (!databaseUrl.startsWith('postgres')) {
    const database = new DatabaseSync(databaseUrl);
    try {
      database.exec(`drop trigger event_rows_refuse_update; ${sql}`);
    } finally {
      database.close();
    }
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`drop trigger event_rows_refuse_change on event_rows; ${sql}`);
  } finally {
    await client.end();
  }
}
