import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@countersign/client';
import { defaultConfig } from '@countersign/config';
import { bootstrap } from '@countersign/control-plane';
import { compose, type Parts, type Server } from '@countersign/server/compose';
import type { OpenDatabase, TestDatabase } from '@countersign/testing';
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest';
import { type Cast, type CastId, createCast, type Ids } from './cast.ts';
import { checkedFetch } from './checked-fetch.ts';
import { type CountingClock, countingClock } from './counting-clock.ts';
import { rawRequest } from './raw-request.ts';

type Config = Parameters<typeof compose>[0];

export type StageOptions = {
  readonly parts?: Omit<Parts, 'clock'>;
  readonly config?: Partial<Config>;
  /** Another stage whose database and clock this one shares: a second replica. */
  readonly beside?: Stage;
};

/** A server on a port of 127.0.0.1 with a database of its own, a clock that stands still, and a cast of principals. */
export type Stage = Record<CastId, Client> & {
  readonly server: Server;
  readonly url: string;
  readonly clock: CountingClock;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly cast: Cast;
  readonly ids: Ids;
  readonly projectId: string;
  readonly otherProjectId: string;
  /** What broke a promise behind the test's back: an undeclared answer, or an error in the server's log. */
  readonly violations: string[];
  client(token: string | null): Client;
  /** Stops the server and starts it again on the same database and port. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** One stage for all tests of a suite. Its fields are there once the tests run. */
export function useStage(database: TestDatabase, options: StageOptions = {}): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    Object.defineProperties(stage, Object.getOwnPropertyDescriptors(await openStage(database, options)));
  });
  afterEach(() => {
    expect(stage.violations.splice(0)).toEqual([]);
  });
  afterAll(() => stage.close());
  return stage;
}

/** A stage for one test. */
export async function ownStage(database: TestDatabase, options: StageOptions = {}): Promise<Stage> {
  const stage = await openStage(database, options);
  onTestFinished(async () => {
    await stage.close();
    expect(stage.violations).toEqual([]);
  });
  return stage;
}

async function openStage(database: TestDatabase, { parts, config, beside }: StageOptions): Promise<Stage> {
  const opened: OpenDatabase = beside
    ? { url: beside.databaseUrl, drop: async () => undefined }
    : await database.open();
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'countersign-e2e-')));
  const clock = beside?.clock ?? countingClock();
  const violations: string[] = [];
  const logTo = { write: (line: string) => void violations.push(`logged: ${line}`) };
  const start = (port: number): Promise<Server> =>
    compose(
      { ...plainConfig, ...config, port, database: opened.url, dataDir },
      { logTo, environment: process.env, ...parts, clock },
    );

  let server = await start(0);
  const url = await server.listen();
  const client = (token: string | null): Client =>
    createClient({ url, token, fetch: checkedFetch(violations), retriesMax: 0 });
  const { cast, ids } = beside ?? (await createCast(server.plane, await firstUser(server)));
  const clients = Object.fromEntries(Object.entries(cast).map(([id, secret]) => [id, client(secret)]));

  return {
    ...(clients as Record<CastId, Client>),
    get server() {
      return server;
    },
    url,
    clock,
    databaseUrl: opened.url,
    dataDir,
    cast,
    ids,
    projectId: ids.project,
    otherProjectId: ids.otherProject,
    violations,
    client,
    async restart() {
      await server.close();
      server = await start(Number(new URL(url).port));
      await server.listen();
      // By the time this is answered, clients have noticed that their idle sockets were closed.
      await rawRequest(url, '/livez');
    },
    async close() {
      await server.close();
      await opened.drop();
      if (!beside) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function firstUser({ plane }: Server) {
  const first = await bootstrap(plane, 'Olga');
  if (!first) throw new Error('the database was not empty');
  return first;
}

const plainConfig: Omit<Config, 'port' | 'database' | 'dataDir'> = { ...defaultConfig(), logLevel: 'error' };
