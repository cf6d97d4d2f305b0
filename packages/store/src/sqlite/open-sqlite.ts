import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { Database, Fault } from '../database.ts';
import { storeLimits } from '../limits.ts';
import { migrate, requireCurrentSchema } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { Checkpointer } from './checkpointer.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { sqliteReader } from './sqlite-reader.ts';
import { SqliteWriter } from './sqlite-writer.ts';

/**
 * WAL with a sync at every commit. Reads have a connection of their own, so that they never see a batch that is not
 * committed; checkpoints have a thread of their own, because they are what makes a commit slow now and then.
 */
export async function openSqlite(path: string, options: { readonly readOnly: boolean }): Promise<Database> {
  const place = placeOf(path);
  try {
    return options.readOnly ? await openForReading(place) : await openForWriting(place);
  } catch (error) {
    place.leave();
    throw error;
  }
}

type Place = { readonly path: string; readonly leave: () => void };

/** `:memory:` is a file too, one that goes with the store: two connections cannot share a database in memory. */
function placeOf(path: string): Place {
  if (path !== ':memory:') return { path, leave: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  return { path: join(folder, 'countersign.db'), leave: () => rmSync(folder, { recursive: true, force: true }) };
}

async function openForWriting({ path, leave }: Place): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true });
  createForOwner(path);
  const writing = new SqliteConnection(path, { readOnly: false });
  try {
    await untilFree(async () => {
      writing.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
      await migrate(new Kysely<Schema>({ dialect: nodeSqliteDialect(writing) }), 'sqlite');
    });
    writing.exec('pragma wal_autocheckpoint = 0; pragma cache_size = -16000');
  } catch (error) {
    writing.close();
    throw error;
  }
  const reading = new SqliteConnection(path, { readOnly: true });
  reading.exec('pragma cache_size = -16000');
  const writer = new SqliteWriter(writing);
  const checkpointer = new Checkpointer(path, writing);
  return {
    ...readingPart(reading),
    async transact(work) {
      const before = writer.rowsWritten;
      const result = await writer.transact(work);
      checkpointer.committed(writer.rowsWritten - before);
      return result;
    },
    async close() {
      await checkpointer.close();
      reading.close();
      // The last one out empties the write-ahead log.
      writing.close();
      leave();
    },
  };
}

/** It says what agents did and where. The files that SQLite puts beside it have the same mode. */
function createForOwner(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

/**
 * Somebody else may be opening the same file. SQLite would wait with the event loop standing still, in which another
 * store of this very process could never finish: so it is we who wait.
 */
async function untilFree(work: () => Promise<void>): Promise<void> {
  const giveUpAt = Date.now() + storeLimits.openTimeoutMs;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (faultOf(error) !== 'retry' || Date.now() > giveUpAt) throw error;
      await pause(storeLimits.openRetryMs);
    }
  }
}

async function openForReading({ path, leave }: Place): Promise<Database> {
  const reading = new SqliteConnection(path, { readOnly: true });
  const database: Database = {
    ...readingPart(reading),
    transact: () => Promise.reject(new Error('The store was opened for reading only.')),
    async close() {
      reading.close();
      leave();
    },
  };
  try {
    await requireCurrentSchema(database.reader.db);
  } catch (error) {
    reading.close();
    throw error;
  }
  return database;
}

function readingPart(reading: SqliteConnection): Pick<Database, 'reader' | 'faultOf' | 'watch'> {
  return {
    reader: sqliteReader(reading),
    faultOf,
    watch(look) {
      const version = (): unknown => reading.prepare('pragma data_version').get()?.data_version;
      let seen = version();
      const timer = setInterval(() => {
        const now = version();
        if (now === seen) return;
        seen = now;
        look();
      }, storeLimits.sqlitePollMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

/** Primary result codes of SQLite, https://www.sqlite.org/rescode.html. */
const busyCodes = new Set([5 /* BUSY */, 6 /* LOCKED */]);
const outOfReachCodes = new Set([
  7 /* NOMEM */, 8 /* READONLY */, 10 /* IOERR */, 11 /* CORRUPT */, 13 /* FULL */, 14 /* CANTOPEN */,
]);

function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return 'refused';
  if (!('errcode' in error)) return faultOf(error.cause);
  const code = Number(error.errcode) & 0xff;
  if (busyCodes.has(code)) return 'retry';
  return outOfReachCodes.has(code) ? 'unavailable' : 'refused';
}
