import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { firstSchema } from './migrations/0001-first-schema.ts';
import type { Schema } from './schema.ts';

/** Every migration, in order. They only go forward; one that was released is never changed. */
function migrationsOf(dialect: Dialect): Record<string, Migration> {
  return { '0001-first-schema': firstSchema(dialect) };
}

/** Brings the schema up to date. Of several processes that start at once, one does it and the others wait. */
export async function migrate(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  refuseNewer(await applied(db));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(dialect) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The database could not be brought up to date. It is as it was before.', { cause: error });
}

/** For those who only read, and so cannot migrate. */
export async function requireCurrentSchema(db: Kysely<Schema>): Promise<void> {
  const found = await applied(db);
  refuseNewer(found);
  const missing = names.filter((name) => !found.includes(name));
  if (missing.length > 0) {
    throw new Error(
      'This database was not made by this version of Countersign. Start the server on it once to bring it up to date.',
    );
  }
}

const names = Object.keys(migrationsOf('sqlite'));

function refuseNewer(found: readonly string[]): void {
  const unknown = found.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `This database was written by a newer version of Countersign (it has ${unknown.join(', ')}). ` +
        'Install that version, or open another database. Nothing was changed.',
    );
  }
}

async function applied(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}
