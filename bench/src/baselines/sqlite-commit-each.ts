/** Goal 8's yardstick: one durable commit a state change, each a row update and a hash-chained event. SQLite, WAL, FULL. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StartJob } from '../job.ts';

const CALLS = 5_000;
const EVENT_BODY = JSON.stringify({ kind: 'call.approved', note: 'x'.repeat(300) });

export const startJob: StartJob = ({ directory }) => {
  const database = new DatabaseSync(join(directory, 'changes.db'));
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE call (id TEXT PRIMARY KEY, status TEXT NOT NULL, changed_at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE event (
      position INTEGER PRIMARY KEY, call_id TEXT NOT NULL, body TEXT NOT NULL, hash BLOB NOT NULL
    );
    CREATE INDEX event_by_call ON event (call_id);
  `);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const insertCall = database.prepare('INSERT INTO call VALUES (?, ?, ?)');
  const updateCall = database.prepare('UPDATE call SET status = ?, changed_at = ? WHERE id = ?');
  const insertEvent = database.prepare('INSERT INTO event (call_id, body, hash) VALUES (?, ?, ?)');

  begin.run();
  for (let call = 0; call < CALLS; call++) insertCall.run(`call-${call}`, 'pending', Date.now());
  commit.run();

  let changes = 0;
  let lastHash = Buffer.alloc(32);
  const change = () => {
    const callId = `call-${changes++ % CALLS}`;
    lastHash = createHash('sha256').update(lastHash).update(callId).update(EVENT_BODY).digest();
    begin.run();
    updateCall.run('approved', Date.now(), callId);
    insertEvent.run(callId, EVENT_BODY, lastHash);
    commit.run();
  };

  return {
    operations: { change },
    answers: { durability: () => 'SQLite WAL FULL' },
    stop: () => database.close(),
  };
};
