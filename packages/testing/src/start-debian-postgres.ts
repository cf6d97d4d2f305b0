import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresServer, ServerPlace } from './start-postgres.ts';

const attemptsMax = 100;
const attemptPauseMs = 100;

/** A server from Debian's package, which is installed where that is possible. */
export async function startDebianPostgres({ folder, port, flags }: ServerPlace): Promise<PostgresServer> {
  const programs = findPrograms() ?? installPrograms();
  const data = join(folder, 'data');
  mkdirSync(data);
  const owner = process.getuid?.() === 0 ? giveToPostgres(data) : {};
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'], {
    ...owner,
    stdio: 'pipe',
  });
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), '-k', data, ...flags], {
    ...owner,
    stdio: 'ignore',
  });
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url);
  return {
    url,
    async stop() {
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
}

function findPrograms(): string | null {
  return globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? null;
}

function installPrograms(): string {
  if (process.getuid?.() !== 0) throw new Error('Debian has PostgreSQL, but only root can install it.');
  execFileSync('apt-get', ['install', '-y', 'postgresql'], { stdio: 'pipe' });
  const programs = findPrograms();
  if (programs === null)
    throw new Error('apt-get installed postgresql, but its programs are not where they should be.');
  return programs;
}

/** Root may not run it, and the package brings a user that may. */
function giveToPostgres(folder: string): { uid: number; gid: number } {
  const owner = { uid: idOf('-u'), gid: idOf('-g') };
  chownSync(folder, owner.uid, owner.gid);
  return owner;
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

async function untilItAnswers(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt === attemptsMax) throw error;
      await pause(attemptPauseMs);
    }
  }
}
