import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@countersign/contract';
import pg from 'pg';
import { describe, inject } from 'vitest';

/** An empty database of its own for a test. */
export type OpenDatabase = { readonly url: string; drop(): Promise<void> };

export type TestDatabase = {
  readonly name: 'sqlite' | 'postgres';
  /** PostgreSQL may be missing on a machine; then its suites are skipped, and counted as such. */
  readonly isMissing: boolean;
  open(): Promise<OpenDatabase>;
};

/** S1: same code and same tests on each of them. */
export const databases: readonly TestDatabase[] = [
  { name: 'sqlite', isMissing: false, open: openSqliteFile },
  {
    name: 'postgres',
    get isMissing() {
      return inject('postgresUrl') === null;
    },
    open: openPostgresDatabase,
  },
];

/** `describe.each(databases)` that skips, for all to see, what this machine does not have. */
export function describeOnEachDatabase(title: string, suite: (database: TestDatabase) => void): void {
  for (const database of databases) {
    const run = database.isMissing ? describe.skip : describe;
    run(`${title}, on ${database.name}`, () => suite(database));
  }
}

async function openSqliteFile(): Promise<OpenDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'));
  return { url: join(folder, 'test.db'), drop: () => rm(folder, { recursive: true, force: true }) };
}

async function openPostgresDatabase(): Promise<OpenDatabase> {
  const server = inject('postgresUrl');
  if (server === null) throw new Error('PostgreSQL is missing: see the message at the start of the run.');
  const name = `test_${newId().replaceAll('-', '')}`;
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(server, `drop database ${name} with (force)`) };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
