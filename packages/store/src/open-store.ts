import { CountersignError, type RunId } from '@countersign/contract';
import type { Change, Store } from '@countersign/control-plane';
import { sql } from 'kysely';
import { GroupCommitter } from './commit/group-committer.ts';
import { maskChange } from './commit/mask-change.ts';
import type { Database } from './database.ts';
import { EventFeed } from './event-feed.ts';
import { NamedRows } from './names/named-rows.ts';
import { Names } from './names/names.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { approvalReads } from './reads/approval-reads.ts';
import { backlogReads } from './reads/backlog-reads.ts';
import { callReads } from './reads/call-reads.ts';
import { continuationReads } from './reads/continuation-reads.ts';
import { eventReads } from './reads/event-reads.ts';
import { figureReads } from './reads/figure-reads.ts';
import { grantReads } from './reads/grant-reads.ts';
import { messageReads } from './reads/message-reads.ts';
import { principalReads } from './reads/principal-reads.ts';
import { runReads } from './reads/run-reads.ts';
import { sessionReads } from './reads/session-reads.ts';
import { sourceReads } from './reads/source-reads.ts';
import { noCipher, type SealingCipher } from './seal/sealing-cipher.ts';
import { type Masking, Seals } from './seal/seals.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

export type StoreOptions = {
  /** For looking at a database that is in use, or that must not change: nothing is migrated and no commit is taken. */
  readonly readOnly?: boolean;
  /** Seals what must not be readable in the database: real arguments, secrets. Without one, calls with secrets are refused. */
  readonly cipher?: SealingCipher;
  /** Masks every text before it is written. Without one, what is given is kept. */
  readonly redactor?: Masking;
  /** Told of faults that no caller can be told of: a listener that threw, a lost connection. */
  readonly onFault?: (error: unknown) => void;
};

/**
 * S1: opens the database at a place and brings its schema up to date. `postgres://…` and `postgresql://…` are
 * PostgreSQL; a path, `sqlite:PATH` or `sqlite://PATH` is SQLite; `:memory:` is a SQLite file that goes with the store.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const onFault = options.onFault ?? warn;
  const database = await openDatabase(url, options.readOnly ?? false, onFault);
  try {
    const seals = new Seals(options.cipher ?? noCipher, options.redactor);
    return await storeOn(database, seals, options.redactor ?? null, onFault);
  } catch (error) {
    await database.close();
    throw error;
  }
}

function openDatabase(url: string, readOnly: boolean, onFault: (error: unknown) => void): Promise<Database> {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, { readOnly, onFault });
  const path = url.replace(/^sqlite:(\/\/)?/, '');
  if (path === '' || /^\w{2,}:\/\//.test(path)) {
    throw new Error('Name a database: a path, sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE.');
  }
  return openSqlite(path, { readOnly });
}

async function storeOn(
  database: Database,
  seals: Seals,
  redactor: Masking | null,
  onFault: (error: unknown) => void,
): Promise<Store> {
  const { reader } = database;
  const names = new Names();
  const named = new NamedRows(reader.db, names);
  const reads = tellingFaults(database, {
    ...callReads(reader, named, seals),
    ...approvalReads(reader, named, seals),
    ...grantReads(reader),
    ...sessionReads(reader),
    ...principalReads(reader),
    ...sourceReads(reader, seals),
    ...continuationReads(reader, seals),
    ...runReads(reader, seals),
    ...messageReads(reader),
    ...eventReads(reader, named),
    ...figureReads(reader, named),
    ...backlogReads(reader, named),
    async ping() {
      await sql`select 1`.execute(reader.db);
    },
  });
  const feed = new EventFeed(reads, await reads.headSeq(), onFault);
  const committer = new GroupCommitter(database, names, seals, feed);
  const stopWatching = database.watch(() => feed.look());
  const commit = (change: Change) => committer.commit(redactor ? maskChange(redactor, change) : change);
  return {
    ...reads,
    commit,
    async releaseRunsOf(processId) {
      const held = await reads.listHeldRuns(processId);
      const letGo = (runId: RunId) => ({ kind: 'run_lease', runId, processId, now: 0, until: null }) as const;
      await Promise.all(held.map((runId) => commit({ guard: letGo(runId), events: [] })));
    },
    subscribe: (listener) => feed.subscribe(listener),
    async close() {
      await committer.close();
      stopWatching();
      await feed.close();
      await database.close();
    },
  };
}

type Reads = Record<string, (...given: never[]) => Promise<unknown>>;

/** A read that finds the database out of reach says so in the one way the edges know. */
function tellingFaults<T extends Reads>(database: Database, reads: T): T {
  const telling = Object.entries(reads).map(([name, read]) => [
    name,
    (...given: never[]) =>
      read(...given).catch((error: unknown) => {
        // Ours say what to do themselves: a seal that cannot be opened is no fault of the database.
        if (error instanceof CountersignError || database.faultOf(error) === 'refused') throw error;
        throw new CountersignError('unavailable', 'The database does not answer. Try again.', {}, error);
      }),
  ]);
  return Object.fromEntries(telling) as T;
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
