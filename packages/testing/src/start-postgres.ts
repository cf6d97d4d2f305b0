import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { loadEmbeddedPostgres } from './load-embedded-postgres.ts';
import { startDebianPostgres } from './start-debian-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL to the server of the tests; null where this machine has none. */
    postgresUrl: string | null;
  }
}

/** A running server and how to stop it. */
export type PostgresServer = { readonly url: string; stop(): Promise<void> };

export type ServerPlace = {
  /** Readable by the user that PostgreSQL runs as. */
  readonly folder: string;
  readonly port: number;
  readonly flags: readonly string[];
};

/** The databases of tests are thrown away: nothing has to survive a loss of power. */
const flags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'].flatMap((flag) => [
  '-c',
  flag,
]);

/** One PostgreSQL for the whole run: the one that is named, the one from npm, Debian's, or none, said loudly. */
// biome-ignore lint/style/noDefaultExport: Vitest calls the default export of a global setup.
export default async function startPostgres({ provide }: TestProject): Promise<() => Promise<void>> {
  const named = process.env.COUNTERSIGN_TEST_POSTGRES_URL;
  if (named) {
    provide('postgresUrl', named);
    return async () => {};
  }
  const failures: unknown[] = [];
  for (const start of [startEmbeddedPostgres, startDebianPostgres]) {
    const place = await findPlace();
    try {
      const server = await start(place);
      provide('postgresUrl', server.url);
      return async () => {
        await server.stop();
        rmSync(place.folder, { recursive: true, force: true });
      };
    } catch (error) {
      failures.push(error);
      rmSync(place.folder, { recursive: true, force: true });
    }
  }
  provide('postgresUrl', null);
  console.error('\n*** NO POSTGRESQL: every suite "on postgres" is SKIPPED and proves nothing in this run. ***');
  console.error('*** Set COUNTERSIGN_TEST_POSTGRES_URL to a server where databases may be created.       ***');
  for (const failure of failures) console.error(failure);
  return async () => {};
}

async function findPlace(): Promise<ServerPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-postgres-'));
  // PostgreSQL refuses to run as root, so another user has to get in.
  chmodSync(folder, 0o755);
  return { folder, port: await findFreePort(), flags };
}

async function startEmbeddedPostgres({ folder, port, flags }: ServerPlace): Promise<PostgresServer> {
  const said: string[] = [];
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Whatever the locale of whoever runs the tests: without one the server would not know Unicode.
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [...flags],
    onLog: (message) => said.push(message),
    onError: (message) => said.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    throw new Error(`embedded-postgres did not start: ${said.slice(-3).join(' ').trim()}`, { cause });
  }
  return { url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
